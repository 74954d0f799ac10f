package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.testing.TestAwait;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Records the writes that reach an API, leases aside, with the process that sent each. */
final class WriteRecorder implements RequestInterceptor {
    private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");

    private final List<Visit> writes = new CopyOnWriteArrayList<>();

    @Override
    public Verdict before(Visit visit) {
        return Verdict.PASS;
    }

    /** Records a write once it is handled: a client can abort a request before its body is sent. */
    @Override
    public void after(Visit visit) {
        if (WRITES.contains(visit.method()) && !visit.target().contains("/leases")) {
            writes.add(visit);
        }
    }

    void awaitWriteOf(Process process) {
        TestAwait.upTo(Duration.ofSeconds(60), "a write of process " + process.pid())
                .until(() -> List.copyOf(writes), all -> all.stream().anyMatch(write -> isOf(write, process)));
    }

    /** Returns once nothing was written for two seconds. */
    void awaitQuiet() throws InterruptedException {
        int before = -1;
        while (before != writes.size()) {
            before = writes.size();
            // The time in which nothing is written.
            TimeUnit.SECONDS.sleep(2);
        }
    }

    /** The writes of one process after the first write of another. */
    List<Visit> writesAfterFirstOf(Process first, Process suspect) {
        return writes.stream()
                .dropWhile(write -> !isOf(write, first))
                .filter(write -> isOf(write, suspect))
                .toList();
    }

    /** The number of writes so far. */
    int count() {
        return writes.size();
    }

    /** The writes of a process to targets that contain a text, after the first such write of another process. */
    List<Visit> writesAfterFirstOf(Process first, Process suspect, String target) {
        return writes.stream()
                .filter(write -> write.target().contains(target))
                .dropWhile(write -> !isOf(write, first))
                .filter(write -> isOf(write, suspect))
                .toList();
    }

    void awaitWriteOf(Process process, String target) {
        TestAwait.upTo(Duration.ofSeconds(60), "a write of process " + process.pid())
                .until(() -> writes.stream()
                        .anyMatch(
                                write -> isOf(write, process) && write.target().contains(target)));
    }

    private static boolean isOf(Visit write, Process process) {
        return write.caller().startsWith("butler-controllers/%d@".formatted(process.pid()));
    }
}
