package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.embedded.RequestInterceptor;
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

    void awaitWriteOf(Process process) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (writes.stream().noneMatch(write -> isOf(write, process))) {
            if (System.nanoTime() > end) {
                throw new AssertionError("no write of process %d among %s".formatted(process.pid(), writes));
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    /** Returns once nothing was written for two seconds. */
    void awaitQuiet() throws InterruptedException {
        int before = -1;
        while (before != writes.size()) {
            before = writes.size();
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

    private static boolean isOf(Visit write, Process process) {
        return write.caller().startsWith("butler-controllers/%d@".formatted(process.pid()));
    }
}
