package kvlab.bench.profile;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What a sample counts as. Each counts once: the first rule that holds for it, in this order, decides. So first come the
 * threads and libraries that have nothing but one purpose, then what the kernel does, and last, for what is left, whose Java
 * code it is: of all methods on the stack that belong to somebody the innermost one.
 */
public enum Category {
    PROFILER(
            "the profiler",
            thread("^Async-profiler|^Attach Listener")
                    .or(frameWithout(
                            "^Profiler::|^ObjectSampler::|^LockTracer::|^libasyncProfiler\\.so|^JvmtiExport::post_sampled",
                            // A thread that parks does so inside LockTracer, which looks at the clock before and after.
                            "^Unsafe_Park$"))),
    COMPILER("JIT compilers", thread("^C[12] CompilerThread|^JVMCI")),
    COLLECTOR(
            "garbage collector",
            thread("^GC Thread|^G1 |^Shenandoah|^ZGC|^ZWorker|^XWorker|^ZDriver|^Parallel GC")
                    .or(frame("^VM_G\\w*Collect|^VM_Parallel\\w*GC|^VM_CollectFor|^GenCollectedHeap::do_collection"))),
    STORE("RocksDB", thread("^rocksdb").or(frame("^org/rocksdb/|\\brocksdb::|^librocksdbjni|^Java_org_rocksdb"))),
    SCHEDULING(
            "scheduling",
            cpu(
                    frame(
                            "^(__)?schedule\\w*_\\[k]$|^finish_task_switch|^try_to_wake_up|futex\\w*_\\[k]$"
                                    + "|sched_yield|^Parker::(un)?park|/LockSupport\\.(un)?park|/Unsafe\\.(un)?park|^_*pthread_cond_"))),
    NETWORK(
            "kernel, network",
            cpu(frame("^(__)?(sys_|x64_sys_|arm64_sys_)?(sock|tcp|inet|ip|skb|net|napi|dev|ep|epoll"
                    + "|eventpoll|do_epoll|sendto|recvfrom|loopback)_\\w+(\\.\\w+)*_\\[k]$"))),
    KERNEL("kernel, other", cpu(sample -> sample.leaf().endsWith(Stack.KERNEL))),
    HTTP_CLIENT("java.net.http", owner(Owner.HTTP_CLIENT)),
    KIT("kvlab", owner(Owner.KIT)),
    SERVER("one-nio, selectors", owner(Owner.SERVER).or(thread("^NIO "))),
    FUTURES("futures, their pool", owner(Owner.FUTURES).or(thread("^ForkJoinPool"))),
    WORKERS("worker pools", owner(Owner.WORKERS).or(thread("^worker|^pool"))),
    OTHER("other", sample -> true);

    private final String label;
    private final Predicate<Stack> rule;

    Category(String label, Predicate<Stack> rule) {
        this.label = label;
        this.rule = rule;
    }

    /** Whose a method is. */
    private enum Owner {
        HTTP_CLIENT("^(jdk/internal|java)/net/http/"),
        WORKERS(
                "^java/util/concurrent/(ThreadPoolExecutor|ScheduledThreadPool|\\w*BlockingQueue)|^kvlab/\\w+/WorkerPool"),
        KIT("^kvlab/"),
        SERVER("^one/nio/"),
        FUTURES("^java/util/concurrent/(ForkJoin|CompletableFuture)");

        private final Pattern methods;

        Owner(String methods) {
            this.methods = Pattern.compile(methods);
        }

        /** Null when all of it is the JVM's and the JDK's. */
        private static Owner of(List<String> frames) {
            for (int i = frames.size() - 1; i >= 0; i--) {
                for (Owner owner : values()) {
                    if (owner.methods.matcher(frames.get(i)).find()) {
                        return owner;
                    }
                }
            }
            return null;
        }
    }

    public String label() {
        return label;
    }

    static Category of(Stack sample) {
        for (Category category : values()) {
            if (category.rule.test(sample)) {
                return category;
            }
        }
        return OTHER;
    }

    private static Predicate<Stack> thread(String names) {
        Pattern pattern = Pattern.compile(names);
        return sample -> pattern.matcher(sample.thread()).find();
    }

    private static Predicate<Stack> frame(String names) {
        Pattern pattern = Pattern.compile(names);
        return sample -> sample.has(pattern);
    }

    /** The stack has a frame of the first kind, and inside it none of the second. */
    private static Predicate<Stack> frameWithout(String names, String inside) {
        Pattern pattern = Pattern.compile(names);
        Pattern inner = Pattern.compile(inside);
        return sample -> sample.last(pattern) > sample.last(inner);
    }

    /** An allocation takes no time, and all that waits for a lock is parked. */
    private static Predicate<Stack> cpu(Predicate<Stack> rule) {
        return rule.and(sample -> sample.event() == ProfileEvent.CPU);
    }

    private static Predicate<Stack> owner(Owner owner) {
        return sample -> Owner.of(sample.frames()) == owner;
    }
}
