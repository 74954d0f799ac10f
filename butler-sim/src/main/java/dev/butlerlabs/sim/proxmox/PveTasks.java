package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The tasks of all nodes, and the clock that runs them. Guarded by the lock of the cluster. */
final class PveTasks implements AutoCloseable {
    private static final int DEFAULT_LIMIT = 50;

    private final Object lock;
    private final List<PveTask> all = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("simulated-proxmox").factory());

    PveTasks(Object lock) {
        this.lock = lock;
    }

    PveTask start(String node, String type, String object) {
        PveTask task =
                new PveTask(node, all.size() + 1, type, object, Instant.now().getEpochSecond());
        all.add(task);
        return task;
    }

    /** Runs the next step of a task after a delay. The task fails with the message of a thrown PveException. */
    void then(PveTask task, Duration delay, Runnable step) {
        later(delay, () -> {
            try {
                step.run();
            } catch (PveException e) {
                finish(task, e.getMessage());
            }
        });
    }

    /** Ends a task after a delay, with a last step. */
    void last(PveTask task, Duration delay, Runnable step) {
        then(task, delay, () -> {
            step.run();
            finish(task, "OK");
        });
    }

    void finish(PveTask task, String exitStatus) {
        task.exitStatus = exitStatus;
        task.endTime = Instant.now().getEpochSecond();
        task.log.add(exitStatus.equals("OK") ? "TASK OK" : "TASK ERROR: " + exitStatus);
    }

    Stream<PveTask> running() {
        return all.stream().filter(PveTask::isRunning);
    }

    PveTask find(String node, String upid) {
        return all.stream()
                .filter(task -> task.upid.equals(upid) && task.node.equals(node))
                .findFirst()
                .orElseThrow(() -> PveException.parameter("upid", "no such task"));
    }

    ArrayNode list(String node, PveParameters filter) {
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        String source = filter.find("source").orElse("archive");
        all.reversed().stream()
                .filter(task -> task.node.equals(node))
                .filter(task -> source.equals("all") || task.isRunning() == source.equals("active"))
                .filter(task -> filter.find("typefilter").map(task.type::equals).orElse(true))
                .filter(task -> filter.find("vmid").map(task.object::equals).orElse(true))
                .skip(filter.find("start").map(Long::valueOf).orElse(0L))
                .limit(filter.find("limit").map(Long::valueOf).orElse((long) DEFAULT_LIMIT))
                .map(PveTask::listed)
                .forEach(items::add);
        return items;
    }

    ArrayNode log(PveTask task, PveParameters window) {
        ArrayNode lines = JsonNodeFactory.instance.arrayNode();
        int start = window.find("start").map(Integer::valueOf).orElse(0);
        int limit = window.find("limit").map(Integer::valueOf).orElse(DEFAULT_LIMIT);
        for (int number = start; number < task.log.size() && number < start + limit; number++) {
            lines.addObject().put("n", number + 1).put("t", task.log.get(number));
        }
        return lines;
    }

    /** Runs an event after a delay, with the lock of the cluster. */
    void later(Duration delay, Runnable event) {
        schedule(delay, () -> {
            synchronized (lock) {
                event.run();
            }
        });
    }

    /** Runs an event after a delay, without the lock. */
    void schedule(Duration delay, Runnable event) {
        try {
            ScheduledFuture<?> _ = clock.schedule(() -> threads.execute(event), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            // The simulator is closed; pending events are dropped.
        }
    }

    void execute(Runnable work) {
        threads.execute(work);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }

    /** Waits until the software in all machines has stopped. */
    void rest() {
        threads.close();
    }
}
