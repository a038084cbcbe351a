package kvlab.gallery;

import static kvlab.gallery.Mutant.ANY;
import static kvlab.gallery.Mutant.ASYNC;
import static kvlab.gallery.Mutant.LOOP;
import static kvlab.gallery.Mutant.REPLICATION;
import static kvlab.gallery.Mutant.SHARDING;
import static kvlab.gallery.Mutant.SINGLE;
import static kvlab.gallery.Mutant.of;

import java.util.List;

/** Stages with one mistake each. */
final class Mutants {

    private Mutants() {}

    static List<Mutant> all() {
        return List.of(
                of("single-delete", SINGLE, "deletes only the newest value of a key", "cleanRestart")
                        .edit(
                                "EntityStore.java",
                                "db.delete(writeOptions, key);",
                                "db.singleDelete(writeOptions, key);"),
                of("swallows", SINGLE, "acknowledges what RocksDB could not write", "fullDisk")
                        .edit(
                                "EntityStore.java",
                                "value);\n        } catch (RocksDBException e) {\n            throw cannot",
                                "value);\n        } catch (RocksDBException e) {\n            cannot"),
                of("strict-log", SINGLE, "does not start with half a record in its log", "fullDisk")
                        .edit(
                                "StoreVariant.java",
                                ".setParanoidChecks(false)",
                                ".setWalRecoveryMode(org.rocksdb.WALRecoveryMode.AbsoluteConsistency)"),
                of("past-the-log", SINGLE, "writes large values past RocksDB's log", "killedNode")
                        .edit(
                                "EntityStore.java",
                                "db.put(writeOptions, key, value);",
                                "db.put(value.length > 100_000 ? new WriteOptions().setDisableWAL(true) : writeOptions,"
                                        + " key, value);"),
                of("both-lengths", SINGLE, "stores chunks as they are beside a Content-Length", "chunkedValue")
                        .edit(
                                "IncomingRequest.java",
                                "if (header.regionMatches(true, 0, \"Transfer-Encoding:\", 0, 18)) {",
                                "if (header.regionMatches(true, 0, \"Transfer-Encoding:\", 0, 18)"
                                        + " && getHeader(\"Content-Length:\") == null) {"),
                of("impatient", SINGLE, "gives a client a second for a request", "requestInPieces")
                        .edit("ClientSession.java", "deadline = in(owner.patienceMillis);", "deadline = in(1_000);"),
                of("encoded-limit", SINGLE, "limits the length of a key before it is decoded", "longKeys")
                        .edit(
                                "EntityRequest.java",
                                "if (key.length > KEY_LIMIT) {",
                                "if (query.text().length() > 3 * KEY_LIMIT) {"),
                of("stripped", SINGLE, "takes blanks off both ends of a key", "keysAreUtf8")
                        .edit(
                                "EntityRequest.java",
                                "byte[] key = query.value(\"id\");",
                                "byte[] id = query.value(\"id\");\n        byte[] key = id == null ? null :"
                                        + " new String(id, java.nio.charset.StandardCharsets.UTF_8).strip()"
                                        + ".getBytes(java.nio.charset.StandardCharsets.UTF_8);"),
                of("equals-sign", SINGLE, "ends a key at an equals sign", "keysAreUtf8")
                        .edit(
                                "EntityRequest.java",
                                "byte[] key = query.value(\"id\");",
                                "byte[] id = query.value(\"id\");\n        byte[] key = id == null ? null :"
                                        + " new String(id, java.nio.charset.StandardCharsets.ISO_8859_1).split(\"=\", 2)[0]"
                                        + ".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);"),
                of("overflowing-length", SINGLE, "lets a Content-Length overflow", "tooLargeValue")
                        .edit(
                                "IncomingRequest.java",
                                "Math.min(10 * length + digit, ClientServer.VALUE_LIMIT + 1)",
                                "10 * length + digit"),
                of("keeps-room", SINGLE, "keeps room for the values of clients that went away", "smallHeap")
                        .edit(
                                "ClientSession.java",
                                "        release(parsing);\n        owner.left(this);\n",
                                "        owner.left(this);\n"),
                of("keeps-answers", SINGLE, "keeps room for the answers of clients that went away", "smallHeap")
                        .edit(
                                "LargeValue.java",
                                "        return total;",
                                "        release(remaining);\n        return total;")
                        .edit(
                                "LargeValue.java",
                                "    public void release() {\n        budget.release(taken);\n",
                                "    public void release() {}\n\n    private void release(int left) {\n"
                                        + "        budget.release(left == 0 ? taken : 0);\n"),
                of("order", SHARDING, "hashes the place in --cluster", "ownerDoesNotDependOnTheOrder")
                        .edit("Topology.java", "members.stream().sorted().toList()", "List.copyOf(members)")
                        .edit(
                                "RendezvousHash.java",
                                "hash(member.getBytes(StandardCharsets.UTF_8))",
                                "hash(new byte[] {(byte) members.indexOf(member)})"),
                of(
                                "coordinator",
                                SHARDING,
                                "prefers itself",
                                "anyBytesReachTheOwner clientHeaders crossLoad evenShares everyNodeAnswers everyNodeDeletes forwardedOnce ownerDoesNotDependOnTheCoordinator")
                        .edit(
                                "ShardedEntityService.java",
                                "String owner = hash.owner(request.key());",
                                "String owner = topology.self();"),
                of("uneven", SHARDING, "hashes into eight scores", "evenShares")
                        .edit(
                                "RendezvousHash.java",
                                "scores[i] = mix(hash ^ seeds[i]);",
                                "scores[i] = mix(hash ^ seeds[i]) >>> 61;"),
                of("modulo", SHARDING, "takes the remainder by the number of members", "addedNodeTakesItsShare")
                        .edit(
                                "RendezvousHash.java",
                                "        return members[best];",
                                "        return members[(int) Long.remainderUnsigned(hash(key), members.length + 0 * best)];"),
                of("place-in-list", SHARDING, "hashes the place among the members", "addedNodeTakesItsShare")
                        .edit(
                                "RendezvousHash.java",
                                "hash(member.getBytes(StandardCharsets.UTF_8))",
                                "hash(new byte[] {(byte) members.indexOf(member)})"),
                of("twice", SHARDING, "forwards what another node has forwarded", "forwardedOnce")
                        .edit(
                                "StageNode.java",
                                "Handler.of(local));",
                                "workers.handler(Handler.of(service), service::owns));"),
                of("writes-twice", SHARDING, "forwards writes that another node has forwarded", "forwardedOnce")
                        .edit(
                                "StageNode.java",
                                "Handler.of(local));",
                                "(request, answer) -> (request.method().name().equals(\"GET\") ? Handler.of(local)"
                                        + " : workers.handler(Handler.of(service), service::owns))"
                                        + ".handle(request, answer));"),
                of("local-delete", SHARDING, "deletes in its own store only", "everyNodeDeletes")
                        .also("deletedKeyIsGone")
                        .edit(
                                "ShardedEntityService.java",
                                "return owner.equals(topology.self()) ?",
                                "return owner.equals(topology.self()) || request.method() == EntityRequest.Method.DELETE ?"),
                of(
                                "everywhere",
                                SHARDING,
                                "keeps a copy on every node",
                                "boundedMemory crossLoad evenShares forwardedOnce oneCopy ownerDoesNotDependOnTheCoordinator")
                        .edit(
                                "ShardedEntityService.java",
                                "String owner = hash.owner(request.key());",
                                "String owner = topology.self();\n"
                                        + "if (request.method() != EntityRequest.Method.GET) {"
                                        + " peers.values().forEach(peer -> proxy(peer, request)); }"),
                // One node that is asked for everything agrees with itself, so no rule of stage 1 is broken by chance.
                of("percent", SHARDING, "encodes a percent sign twice when it forwards", "anyBytesReachTheOwner")
                        .edit(
                                "ShardedEntityService.java",
                                "Query.encoded(request.key());",
                                "Query.encoded(request.key()).replace(\"%25\", \"%2525\");"),
                of("on-selector", SHARDING, "waits for peers on its selector threads", "boundedMemory crossLoad")
                        .edit(
                                "StageNode.java",
                                "workers.handler(Handler.of(service), service::owns)",
                                "Handler.of(service)"),
                of("turns-away", SHARDING, "refuses what comes while another request waits", "pipelining")

                        // Even a single client can be refused: its next request may arrive before the node has released
                        // the last one.
                        .also(ANY)
                        .edit("StageNode.java", "WORKERS = 16", "WORKERS = 1")
                        .edit(
                                "WorkerPool.java",
                                "new ArrayBlockingQueue<>(QUEUE)",
                                "new java.util.concurrent.SynchronousQueue<>()"),
                of("patient", SHARDING, "waits for a peer without a deadline", "boundedMemory overload")
                        .edit(
                                "PeerConnection.java",
                                "selector.select(deadline.millisLeft()) == 0",
                                "selector.select() == 0"),
                slowConnect(SHARDING, "overload"),
                of("worker-clock", SHARDING, "starts the deadline of a request when a worker takes it", "overload")
                        .also("boundedMemory")
                        .edit(
                                "ShardedEntityService.java",
                                "Deadline.after(request.arrived(), deadline)",
                                "Deadline.after(System.nanoTime(), deadline)"),
                of(
                                "second-deadline",
                                SHARDING,
                                "asks again when a peer did not answer in time, with a deadline of its own",
                                "overload")
                        .edit("PeerClient.java", "throws SocketTimeoutException {", "throws IOException {")
                        .edit(
                                "PeerClient.java",
                                "            throw e;\n",
                                "            Deadline again = Deadline.after(System.nanoTime(), java.time.Duration.ofSeconds(1));\n"
                                        + "            return askOn(PeerConnection.open(address, again), head, body, again);\n"),
                of("piecewise", SHARDING, "begins a new deadline with each piece of an answer", "overload")
                        .edit(
                                "PeerConnection.java",
                                "            if (count == 0) {\n                await(SelectionKey.OP_READ, deadline);\n",
                                "            if (count == 0) {\n                await(SelectionKey.OP_READ, deadline);\n"
                                        + "                deadline = Deadline.after(System.nanoTime(),"
                                        + " java.time.Duration.ofSeconds(1));\n"),
                of("asks-the-deaf", SHARDING, "keeps a connection that its peer announced to close", "fullOwner")
                        .edit(
                                "PeerClient.java",
                                "lasts = !\"close\".equals(response.getHeader(\"Connection:\"));",
                                "lasts = true;"),
                of("insists", SHARDING, "asks an owner again and again that has no room", "fullOwner")
                        .edit(
                                "ShardedEntityService.java",
                                "            Response answer = owner.ask(\n",
                                "            Response answer;\n            do {\n                answer = owner.ask(\n")
                        .edit(
                                "ShardedEntityService.java",
                                "Deadline.after(request.arrived(), deadline));\n",
                                "Deadline.after(request.arrived(), deadline));\n"
                                        + "            } while (answer.getStatus() == 503);\n"),
                of(
                                "peers-wait",
                                SHARDING,
                                "lets the writes of peers wait for the workers that wait for peers",
                                "crossLoad")
                        .edit(
                                "StageNode.java",
                                "ShardedEntityService.INTERNAL, Handler.of(local));",
                                "ShardedEntityService.INTERNAL, workers.handler(Handler.of(local), request ->"
                                        + " request.method() == kvlab.single.EntityRequest.Method.GET));"),
                of("leaks", SHARDING, "does not close connections to a peer that has failed", "peerThatComesAndGoes")
                        .edit(
                                "PeerClient.java",
                                "                connection.close();\n",
                                "                connection.toString();\n"),
                of(
                                "leaks-refused",
                                SHARDING,
                                "leaves what it opened when a peer refuses a connection",
                                "peerThatComesAndGoes")
                        .edit(
                                "PeerConnection.java",
                                "            connection.close();\n",
                                "            connection.toString();\n"),
                of("late", SHARDING, "uses a connection again on which an answer is late", "lateAnswers")
                        .edit(
                                "PeerClient.java",
                                "            if (lasts) {",
                                "            if (lasts || idle.size() < 1_000) {"),
                of("fills-up", SHARDING, "takes an answer of a peer that broke off for a whole one", "lateAnswers")
                        .edit(
                                "PeerConnection.java",
                                "                throw new EOFException(\"it closed the connection\");",
                                "                reader.take(new byte[1 << 20], 0, 1 << 20);\n                continue;")
                        .edit("PeerConnection.java", "import java.io.EOFException;\n", ""),
                of(
                                "head-deadline",
                                REPLICATION,
                                "has a deadline for the beginning of a peer's answer only",
                                "slowLinks")
                        .edit(
                                "PeerConnection.java",
                                "            if (count == 0) {\n                await(SelectionKey.OP_READ, deadline);",
                                "            if (count == 0) {\n                await(SelectionKey.OP_READ,"
                                        + " Deadline.after(System.nanoTime(), java.time.Duration.ofSeconds(20)));"),
                of("header", SHARDING, "takes a request with X-Internal for one of another node", "clientHeaders")
                        .edit(
                                "EntityServer.java",
                                "handlers.get(request.getPath())",
                                "handlers.get(request.getHeader(\"X-Internal:\") == null ? request.getPath()"
                                        + " : \"/v0/internal/entity\")"),
                of("via", SHARDING, "takes a request that a proxy passed on for one of another node", "clientHeaders")
                        .edit(
                                "EntityServer.java",
                                "handlers.get(request.getPath())",
                                "handlers.get(request.getHeader(\"Via:\") == null ? request.getPath()"
                                        + " : \"/v0/internal/entity\")"),
                of("even-quorum", REPLICATION, "takes half for a quorum", "defaultOfTwo defaultOfFour")
                        .edit("AckFrom.java", "nodes / 2 + 1", "(nodes + 1) / 2"),
                of(
                                "more-than-nodes",
                                REPLICATION,
                                "takes one more than there are nodes",
                                "outOfRange givenTwiceOrByHalf")
                        .edit("AckFrom.java", "from > nodes", "from > nodes + 1"),
                of("alone", REPLICATION, "does not look at replicas while it is alone", "outOfRange")
                        .edit(
                                "ReplicatedEntityService.java",
                                "AckFrom.of(request.query(), replicas.size());",
                                "isAlone() ? AckFrom.quorum(1) : AckFrom.of(request.query(), replicas.size());"),
                of("one-spelling", REPLICATION, "ignores ack=2&from=3", "otherSpelling")
                        .edit("AckFrom.java", "query.value(\"ack\")", "null")
                        .edit("AckFrom.java", "query.value(\"from\")", "null"),
                of("overflow", REPLICATION, "lets numbers overflow", "overflow")
                        .edit(
                                "AckFrom.java",
                                "NUMBER.matcher(digits).matches() ? Integer.parseInt(digits) : Integer.MAX_VALUE",
                                "(int) Double.parseDouble(digits) == 0 ? 0 : new java.math.BigInteger(digits).intValue()"),
                of("tombstones", REPLICATION, "forgets tombstones", "newestTombstoneWins missedDelete")
                        .also(
                                "latePutAfterDelete missedDeleteOutlivesACrash quorumSeesQuorum sameInstant twoOfThreeSeeDeleteOfTwo overlappingQuorums refusedWrites")
                        .edit(
                                "VersionedStore.java",
                                "                store.put(key, encoded);",
                                "                if (value.isTombstone()) { store.delete(key); } else { store.put(key, encoded); }"),
                of(
                                "memory-tombstones",
                                REPLICATION,
                                "keeps tombstones in memory only",
                                "missedDeleteOutlivesACrash missedDeleteOutlivesARestart")
                        .also("latePutAfterDelete sameInstant")
                        .edit(
                                "VersionedStore.java",
                                "                store.put(key, encoded);",
                                "                if (value.isTombstone()) { store.delete(key); DEAD.put(new String(key, java.nio.charset.StandardCharsets.ISO_8859_1), value.version()); } else { store.put(key, encoded); }")
                        .edit(
                                "VersionedStore.java",
                                "    private final EntityStore store;",
                                "    private static final java.util.Map<String, Long> DEAD = new java.util.concurrent.ConcurrentHashMap<>();\n    private final EntityStore store;")
                        .edit(
                                "VersionedStore.java",
                                "        return stored == null ? VersionedValue.ABSENT",
                                "        Long dead = DEAD.get(new String(key, java.nio.charset.StandardCharsets.ISO_8859_1));\n        if (stored == null && dead != null) { return VersionedValue.tombstone(dead); }\n        return stored == null ? VersionedValue.ABSENT"),
                of(
                                "older-wins",
                                REPLICATION,
                                "lets an older write overwrite a newer one",
                                "latePut lateDelete latePutAfterDelete")
                        // A node that goes on after a pause still has the writes of before to do.
                        .also("sameInstant overlappingQuorums refusedWrites")
                        .edit("VersionedStore.java", "version > VersionedValue.version(head)", "version > 0"),
                of(
                                "own-versions",
                                REPLICATION,
                                "stamps versions where they arrive",
                                "latePut lateDelete latePutAfterDelete")
                        // What a node gets when it goes on after a pause is newer than what came meanwhile.
                        .also("sameInstant overlappingQuorums refusedWrites")
                        .edit(
                                "ReplicaService.java",
                                "return Long.parseLong(version == null ? \"\" : new String(version, US_ASCII));",
                                "return version == null ? Long.parseLong(\"\") : VersionClock.micros() << 10;"),
                of("equal-versions", REPLICATION, "gives two writes the same version", "sameInstant")
                        .also("cleanRestart deletedKeyIsGone everyNodeDeletes keyComesBack putReplaces")
                        .edit(
                                "VersionClock.java",
                                "return last << NODE_BITS | node;",
                                "return last / 1_000 << NODE_BITS;"),
                of("error-acks", REPLICATION, "counts an error as an ack", "oneDown twoDown")
                        .also(
                                "copiesBeyondAck failingReplica peersNotStarted defaultOfFive defaultOfFour defaultOfThree defaultOfTwo hungProcess missedDelete missedOverwrite missedRecreation missedWrite otherSpelling overload quorumSeesQuorum silentLink twoOfThreeSeeDeleteOfTwo twoOfThreeSeePutOfTwo overlappingQuorums refusedWrites")
                        .edit(
                                "QuorumCall.java",
                                "} catch (PeerFailure e) {",
                                "} catch (PeerFailure e) {\n                if (!answers.isEmpty()) { answers.add(answers.get(0)); }"),
                of("status", REPLICATION, "does not look at the status of a replica's answer", "failingReplica")
                        .edit(
                                "PeerReplica.java",
                                "ReplicaService.requireWritten(answer, peer.member());",
                                "answer.getStatus();"),
                of("busy-acks", REPLICATION, "takes a refusal of a busy replica for an ack", "failingReplica")
                        // A replica refuses when many clients ask.
                        .also(ANY)
                        .edit(
                                "ReplicaService.java",
                                "if (answer.getStatus() != 201 && answer.getStatus() != 202) {",
                                "if (answer.getStatus() == 500) {"),
                of("notes", REPLICATION, "keeps its own notes under a key of clients", "cleanRestart")
                        .edit("NewestVersions.java", "byte[] NOTES = {};", "byte[] NOTES = {0};"),
                of(
                                "gives-up",
                                REPLICATION,
                                "gives up when one replica fails",
                                "oneDown oneOfTwoSeesPutOfBoth oneOfTwoSeesDeleteOfBoth staleReadsAreAnswered")
                        .also(
                                "failingReplica peersNotStarted defaultOfFive defaultOfFour defaultOfThree hungProcess missedDelete missedDeleteOutlivesACrash missedOverwrite missedRecreation missedWrite newestRecreationWins newestTombstoneWins newestValueWins otherSpelling quorumSeesQuorum silentLink twoDown twoOfThreeSeeDeleteOfTwo twoOfThreeSeePutOfTwo")
                        .edit(
                                "QuorumCall.java",
                                "} catch (PeerFailure e) {",
                                "} catch (PeerFailure e) {\n                if (left > 0) { throw new TooFewAcks(0, plan.ack(), List.of(e.getMessage())); }"),
                of("put-accepted", REPLICATION, "answers PUT with 202", "putCreates putReplaces")
                        .edit("ReplicatedEntityService.java", "Response.CREATED", "Response.ACCEPTED"),
                of("ack-copies", REPLICATION, "writes to as many as have to answer", "copiesBeyondAck")
                        .also("defaultOfFive defaultOfFour defaultOfThree lateDelete latePut latePutAfterDelete")
                        .edit(
                                "ReplicaPlan.java",
                                "return new ReplicaPlan(replicas, ack, replicas.size());",
                                "return new ReplicaPlan(replicas, ack, ack);"),
                of(
                                "copies-until-failure",
                                REPLICATION,
                                "writes to as many as have to answer, once a replica has failed",
                                "copiesBeyondAck")
                        .edit(
                                "QuorumCall.java",
                                "if (answers.size() == plan.stopAfter()) {",
                                "if (answers.size() == plan.stopAfter() || !failures.isEmpty() && answers.size() >= plan.ack()) {"),
                of(
                                "hasty-clock",
                                REPLICATION,
                                "has versions that are ahead of the time after a hundred writes a second",
                                "sameInstant")
                        .also("overlappingQuorums refusedWrites")
                        .edit("VersionClock.java", "Math.max(last + 1,", "Math.max(last + 10_000,"),
                of(
                                "all-copies",
                                REPLICATION,
                                "writes to all nodes whatever from is",
                                "fromCopies copiesBeyondAck oneCopy")
                        .also(
                                "nestedAmongThree nestedAmongFour nestedAmongFive overlappingQuorums refusedWrites deadOwner hungOwner")
                        .edit(
                                "ReplicatedEntityService.java",
                                "ReplicaPlan.write(replicas(request.key(), ackFrom.from()), ackFrom.ack());",
                                "ReplicaPlan.write(replicas(request.key(), replicas.size()), ackFrom.ack());"),
                of(
                                "not-nested",
                                REPLICATION,
                                "chooses other replicas for an even from",
                                "nestedAmongThree nestedAmongFour nestedAmongFive")
                        .also("overlappingQuorums refusedWrites")
                        .edit(
                                "ReplicatedEntityService.java",
                                "ranking.first(from, key)",
                                "ranking.first(replicas.size(), key).subList(from % 2 == 0 ? replicas.size() - from : 0, from % 2 == 0 ? replicas.size() : from)"),
                of(
                                "order-of-cluster",
                                REPLICATION,
                                "keeps the other copies on the next members in the order of --cluster",
                                "nestedAmongFour")
                        .edit("Topology.java", "members.stream().sorted().toList()", "List.copyOf(members)")
                        .edit(
                                "Ranking.java",
                                "Arrays.stream(best, 0, count).mapToObj(i -> members[i]).toList();",
                                "java.util.stream.IntStream.range(0, count)"
                                        + ".mapToObj(i -> members[(best[0] + i) % members.length]).toList();"),
                of(
                                "first-wins",
                                REPLICATION,
                                "returns the first answer instead of the newest",
                                "newestRecreationWins newestTombstoneWins newestValueWins missedDelete missedDeleteOutlivesACrash missedOverwrite missedRecreation overlappingQuorums quorumSeesQuorum refusedWrites twoOfThreeSeeDeleteOfTwo twoOfThreeSeePutOfTwo")
                        .edit(
                                "NewestWins.java",
                                "answer.version() > newest.version()",
                                "newest == VersionedValue.ABSENT"),
                of("value-wins", REPLICATION, "prefers a value to a tombstone", "newestTombstoneWins missedDelete")
                        .also(
                                "missedDeleteOutlivesACrash quorumSeesQuorum twoOfThreeSeeDeleteOfTwo overlappingQuorums refusedWrites")
                        .edit(
                                "NewestWins.java",
                                "answer.version() > newest.version()",
                                "answer.version() > newest.version() && !answer.isTombstone()"),
                of("absent-fails", REPLICATION, "takes a 404 for a failure", "absentKey")
                        .also(
                                "failingReplica peersNotStarted allUp crossLoad missedWrite oneDown refusedChangesNothing staleReadsAreAnswered")
                        .edit(
                                "ReplicaService.java",
                                "if (status != 200 && status != 404) {",
                                "if (status != 200 && (status != 404 || version == null)) {"),
                of("empty-is-absent", REPLICATION, "reads an empty value as absent", "emptyValue")
                        .also("anyBytesReachTheOwner")
                        .edit(
                                "VersionedValue.java",
                                "if (bytes.get() == TOMBSTONE) {",
                                "if (bytes.get() == TOMBSTONE || !bytes.hasRemaining()) {"),
                of("empty-peer", REPLICATION, "reads an empty value of another node as absent", "anyBytesReachTheOwner")
                        .also("emptyValue")
                        .edit(
                                "ReplicaService.java",
                                "if (status == 404 && version == null) {",
                                "if (status == 404 && version == null || status == 200 && answer.getBody().length == 0) {"),
                of("no-share", REPLICATION, "gives a replica that hangs all of the time", "hungProcess")
                        .also("silentLink")
                        .edit("QuorumCall.java", "deadline.share(left--)", "deadline"),
                of("shares-of-acks", REPLICATION, "divides the time by ack and not by replicas", "hungProcess")
                        .also("silentLink")
                        .edit(
                                "QuorumCall.java",
                                "deadline.share(left--)",
                                "deadline.share(Math.min(left--, plan.ack()))"),
                of("sum", REPLICATION, "gives each replica a deadline of its own", "hungProcess")
                        // Who waits behind two such deadlines waits for longer than the client does.
                        .also("silentLink boundedMemory")
                        .edit(
                                "QuorumCall.java",
                                "deadline.share(left--)",
                                "Deadline.after(System.nanoTime(), java.time.Duration.ofSeconds(1))"),
                slowConnect(REPLICATION, "silentLink"),
                of("stops-writing", ASYNC, "does not go on when a client reads late", "largeValues")
                        .edit(
                                "ClientSession.java",
                                "        if (!isBusy()) {\n            listen(READABLE);\n        }\n    }\n\n    /** Everything else",
                                "        listen(READABLE);\n    }\n\n    /** Everything else"),
                of("asks-the-leaving", LOOP, "goes on with a session that its peer announced to close", "fullOwner")
                        .edit("PeerSession.java", "            leave();\n", ""),
                of("dials-again", LOOP, "dials again instead of failing when a peer refuses", "failFast")
                        .also("hungReplica lateReplica overload peerThatComesAndGoes peersNotStarted")
                        .edit(
                                "Peer.java",
                                "            failWaiting(failure);\n        } else if (closed) {",
                                "            if (!waiting.isEmpty()) {\n                connect();\n            }\n"
                                        + "        } else if (closed) {"),
                of("split-head", LOOP, "misses the end of a head that comes in two pieces", "anyBytesReachTheOwner")
                        // Any answer of a peer may be cut there.
                        .also(ANY)
                        .edit(
                                "ResponseReader.java",
                                "if (isComplete && headLength >= 4 && head[headLength - 2] == '\\r' && head[headLength - 3] == '\\n') {",
                                "if (isComplete && count == 2 && data[from] == '\\r') {"),
                of("refused", ASYNC, "does not count a connection that is refused", "peersNotStarted")
                        .also("overload")
                        .edit(
                                "JdkTransport.java",
                                "return PeerFailure.of(member, new ConnectException(\"it cannot be reached\"));",
                                "return null;"),
                of("waits-for-all", ASYNC, "answers when the last replica has", "hungReplica lateReplica")
                        .edit(
                                "QuorumCall.java",
                                "failure == null && answers.size() == ack",
                                "answers.size() >= ack && answers.size() + failures.size() == from"),
                of("one-by-one", ASYNC, "asks a replica when the one before has answered", "nobodyWaits slowestNotSum")
                        .also(
                                "abortedClients anyBytesReachTheOwner crossLoad evenShares boundedMemory failFast hungOwner hungProcess hungReplica lateReplica oneAnswerPerRequest overlappingQuorums pipelining refusedWrites sameInstant silentLink")
                        .edit(
                                "ReplicatedEntityService.java",
                                "            answers.add(question.apply(replicas.get(member)));",
                                "            answers.add(question.apply(replicas.get(member)));\n            answers.get(answers.size() - 1).exceptionally(e -> null).join();"),
                of("insists", ASYNC, "asks a replica that fails until the deadline", "failingReplica")
                        .edit(
                                "PeerReplica.java",
                                "return transport.ask(request).thenApply(answer -> written(answer, value));",
                                "return transport.ask(request).thenCompose(answer -> answer.getStatus() < 500"
                                        + " ? CompletableFuture.completedFuture(written(answer, value))"
                                        + " : CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(20,"
                                        + " java.util.concurrent.TimeUnit.MILLISECONDS))"
                                        + ".thenCompose(none -> put(key, value, limits)));"),
                of("slow-failure", ASYNC, "waits for all before it gives up", "failFast")
                        .set("fail-fast=off"),
                of("futures", ASYNC, "collects in the order of asking", "lateReplica")
                        .also("failFast hungReplica")
                        .set("client=futures"),
                of(
                                "absent-for-504",
                                REPLICATION,
                                "says 404 when too few replicas answer",
                                "deadOwner hungOwner twoDown")
                        .also(
                                "failingReplica peersNotStarted boundedMemory defaultOfFive defaultOfFour defaultOfThree defaultOfTwo hungProcess oneDown otherSpelling silentLink overlappingQuorums refusedWrites")
                        .edit(
                                "ReplicatedEntityService.java",
                                "throw new Refusal(Response.GATEWAY_TIMEOUT, tooFew.getMessage());",
                                "return new Response(Response.NOT_FOUND);"),
                of(
                                "clock-ahead",
                                REPLICATION,
                                "starts again with a clock that is five seconds ahead",
                                "missedDelete restartChangesNothing")
                        .also(
                                "missedOverwrite missedRecreation nestedAmongThree overlappingQuorums refusedWrites twoOfThreeSeePutOfTwo twoOfThreeSeeDeleteOfTwo cleanRestart")
                        .edit("VersionClock.java", "AHEAD_MICROS = 100_000;", "AHEAD_MICROS = 5_000_000;")
                        .edit(
                                "VersionClock.java",
                                "while (gap >= 0 && gap <= AHEAD_MICROS) {",
                                "while (gap > AHEAD_MICROS) {")
                        .edit(
                                "VersionClock.java",
                                "            store.clock(last);\n            remembered = last;",
                                "            store.clock(remembered);"),
                of("rests", LOOP, "asks no peer for three seconds after it has refused", "missedDelete")
                        // Every check that stops nodes or cuts links may find the peers resting.
                        .also(ANY)
                        .edit(
                                "Peer.java",
                                "PeerCall call = new PeerCall(request);\n",
                                "PeerCall call = new PeerCall(request);\n        if (session.get() == null && restUntil - System.nanoTime() > 0) {\n            call.completeExceptionally(PeerFailure.lost(member));\n            return call;\n        }\n")
                        .edit("Peer.java", "MILLISECONDS.toNanos(5)", "MILLISECONDS.toNanos(3_000)"),
                of("holds-answers", ASYNC, "keeps answers as long as another peer owes one", "largeReads")
                        .edit("QuorumCall.java", "result.whenComplete((enough, tooFew) -> undecided.set(null));\n", ""),
                of("shared-404", REPLICATION, "has one answer for all absent keys", "closesWhenAsked")
                        .edit(
                                "ReplicatedEntityService.java",
                                "    private final Ranking ranking;\n",
                                "    private static final Response ABSENT = new Response(Response.NOT_FOUND);\n\n"
                                        + "    private final Ranking ranking;\n")
                        .edit(
                                "ReplicatedEntityService.java",
                                "newest.isTombstone() ? new Response(Response.NOT_FOUND) :",
                                "newest.isTombstone() ? ABSENT :"),
                of("keeps-room", ASYNC, "gives back no memory of a request that fails", "boundedMemory")
                        // A node without room refuses everything.
                        .also(ANY)
                        .edit(
                                "AsyncHandler.java",
                                "whenComplete((response, failure) -> limits.end());",
                                "thenApply(response -> {\nlimits.end();\nreturn response;\n});"),
                of("keeps-answers", ASYNC, "gives back no memory that answers took", "largeReads")
                        // A node without room refuses everything.
                        .also(ANY)
                        .edit("Limits.java", "        room.release(used);\n", ""),
                of("counts-the-late", ASYNC, "counts an answer of a request that is over, for ever", "largeReads")
                        .also(ANY)
                        .edit("Limits.java", "        if (over) {\n            return false;\n        }\n", ""),
                of(
                                "half-the-time",
                                ASYNC,
                                "gives each peer half of the time, though it asks all at once",
                                "slowestNotSum")
                        .edit(
                                "JdkTransport.java",
                                ".orTimeout(deadline.left().toMillis(), TimeUnit.MILLISECONDS)",
                                ".orTimeout(deadline.share(2).left().toMillis(), TimeUnit.MILLISECONDS)"),
                of(
                                "one-at-a-time",
                                ASYNC,
                                "asks a peer only when that has answered the request before",
                                "slowestNotSum")
                        .edit(
                                "BoundedTransport.java",
                                "    @Override\n    public CompletableFuture<Response> ask(PeerRequest request) {\n",
                                "    private CompletableFuture<Response> last = CompletableFuture.completedFuture(null);\n\n    @Override\n    public synchronized CompletableFuture<Response> ask(PeerRequest request) {\n")
                        .edit(
                                "BoundedTransport.java",
                                "        return transport.ask(request).whenComplete((answer, failure) -> room.release(permits));\n",
                                "        last = last.handle((before, failure) -> before)\n                .thenCompose(before -> transport.ask(request))\n                .whenComplete((answer, failure) -> room.release(permits));\n        return last;\n"),
                of("loses-room", ASYNC, "keeps the room of a request that it refuses", "boundedMemory")
                        .edit(
                                "AsyncHandler.java",
                                "        } catch (RuntimeException | Error e) {\n            limits.end();\n",
                                "        } catch (RuntimeException | Error e) {\n"),
                of("one-room", ASYNC, "has one room for all peers, which one that hangs takes", "boundedMemory")
                        .edit(
                                "BoundedTransport.java",
                                "    private final Semaphore room = new Semaphore(1024 * REQUEST);",
                                "    private static final Semaphore room = new Semaphore(1024 * REQUEST);"),
                of("limitless", ASYNC, "keeps as many answers as there are", "largeReads")
                        .edit("Limits.java", "!room.tryAcquire(bytes)", "room == null"),
                of("never-closes", ASYNC, "keeps connections of clients that are gone", "abortedClients")
                        // One that is gone is always ready to be read, and would keep its selector's thread busy, too.
                        .edit(
                                "ClientSession.java",
                                "SelectorTask.run(selector, this::closeNow);",
                                "SelectorTask.run(selector, () -> selector.disable(this));"),
                of("keeps-values", ASYNC, "keeps what clients sent that are gone", "abortedClients")
                        // The clients of other checks go, too, and a node without room is late.
                        .also("hungReplica")
                        .edit(
                                "ClientSession.java",
                                "            SelectorTask.run(selector, this::closeNow);",
                                "            KEPT.add(new byte[120_000]);\n            SelectorTask.run(selector, this::closeNow);")
                        .edit(
                                "ClientSession.java",
                                "    private final ClientServer owner;",
                                "    private static final java.util.List<byte[]> KEPT = new java.util.concurrent.CopyOnWriteArrayList<>();\n    private final ClientServer owner;"),
                of("answers-twice", ASYNC, "answers a second time what it had given up", "oneAnswerPerRequest")
                        // Only where the next request waits: a client that reads on would make all other checks fail,
                        // too.
                        .edit(
                                "ClientSession.java",
                                "        handling = null;\n",
                                "        if (response.getStatus() == 504 && saved.length > 0) {\n            writeResponse(response, true);\n        }\n        handling = null;\n"));
    }

    private static Mutant slowConnect(String stage, String check) {
        return of("slow-connect", stage, "waits for a connection to a peer as long as the system does", check)
                .edit(
                        "PeerConnection.java",
                        "        channel.configureBlocking(false);\n",
                        "        channel.connect(address);\n        channel.configureBlocking(false);\n")
                .edit("PeerConnection.java", "if (!channel.connect(address)) {", "if (!channel.isConnected()) {");
    }
}
