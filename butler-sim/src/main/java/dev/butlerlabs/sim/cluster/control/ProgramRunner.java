package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** Runs the programs of pods that run to completion. */
final class ProgramRunner implements AutoCloseable {
    private final JobRunner runner;
    private final FaultPlan faults;
    private final Runnable changed;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, CompletableFuture<JobRunner.Outcome>> outcomes = new ConcurrentHashMap<>();
    private final Map<String, Future<?>> running = new ConcurrentHashMap<>();

    ProgramRunner(JobRunner runner, FaultPlan faults, Runnable changed) {
        this.runner = runner;
        this.faults = faults;
        this.changed = changed;
    }

    /** Returns whether the pod runs to completion; all others have the restart policy Always. */
    static boolean isProgram(Pod pod) {
        return List.of("Never", "OnFailure").contains(pod.getSpec().getRestartPolicy());
    }

    void watch(ClusterView view, Pod pod, ClusterMember member) {
        String key = pod.getMetadata().getUid() + "/" + PodStatusRenderer.restarts(pod);
        if (PodStatusRenderer.waitsFor(pod).isPresent()) {
            if (view.lasted("restart of " + key, view.delays().retry())) {
                view.writes().status(PodStatusRenderer.running(pod, member, true));
            }
            return;
        }
        begin(view, pod, key);
        if (outcomes.get(key).isDone()) {
            end(view, pod, outcomes.get(key).join());
        } else if (!PodFactory.isReady(pod)) {
            view.writes().status(PodStatusRenderer.running(pod, member, true));
        }
    }

    private static void end(ClusterView view, Pod pod, JobRunner.Outcome outcome) {
        boolean again =
                outcome.exitCode() != 0 && pod.getSpec().getRestartPolicy().equals("OnFailure");
        view.writes().status(again ? PodStatusRenderer.failing(pod, outcome) : PodStatusRenderer.ended(pod, outcome));
    }

    private void begin(ClusterView view, Pod pod, String key) {
        CompletableFuture<JobRunner.Outcome> outcome = new CompletableFuture<>();
        if (outcomes.putIfAbsent(key, outcome) == null) {
            JobRunner.Run run = PodMountResolver.run(view.client(), pod);
            running.put(pod.getMetadata().getUid(), threads.submit(() -> {
                outcome.complete(run(run));
                changed.run();
            }));
        }
    }

    private JobRunner.Outcome run(JobRunner.Run run) {
        Optional<FaultKind> fault = faults.next(FaultKind.Stage.PROGRAM, SimulatedOperation.BOOT, runner.subject(run));
        try {
            return fault.isPresent() ? runner.fail(run, fault.get()) : runner.run(run);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new JobRunner.Outcome(143, "terminated\n");
        } catch (RuntimeException e) {
            return new JobRunner.Outcome(1, "Error: " + e.getMessage() + "\n");
        }
    }

    /** Stops the programs of deleted pods. */
    void keep(List<Pod> pods) {
        Set<String> present = pods.stream()
                .filter(pod -> !PodFactory.hasEnded(pod))
                .map(pod -> pod.getMetadata().getUid())
                .collect(Collectors.toSet());
        running.forEach((uid, future) -> {
            if (!present.contains(uid)) {
                future.cancel(true);
                running.remove(uid);
            }
        });
        outcomes.keySet().removeIf(key -> !present.contains(key.substring(0, key.indexOf('/'))));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
