package kvlab.single;

import java.io.IOException;

/** Answers requests for entities. Every stage puts another service around the one before it. */
public interface EntityService {

    Reply handle(EntityRequest request) throws Refusal, IOException;
}
