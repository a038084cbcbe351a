package kvlab.single;

import java.io.IOException;
import one.nio.http.Response;

/** Answers requests for entities. Every stage puts another service around the one before it. */
public interface EntityService {

    Response handle(EntityRequest request) throws IOException;
}
