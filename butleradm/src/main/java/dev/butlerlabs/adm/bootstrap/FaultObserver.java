package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.AddonChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.FaultHandled;
import dev.butlerlabs.core.progress.ProgressEvent.FaultInjected;
import dev.butlerlabs.core.progress.ProgressEvent.MachineChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultListener;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * Passes what the simulators and the run report to a {@link FaultOutcomes}, on a thread of its own: simulators call while they
 * process a request, and must not wait for the display. Closing it processes what was reported so far.
 */
final class FaultObserver implements FaultListener, Progress, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ExecutorService queue = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("faults").factory());
    private final FaultOutcomes outcomes;

    /** @param machines returns the number of machines of a name on the simulated infrastructure */
    FaultObserver(String cluster, ProgressReporter progress, ToLongFunction<String> machines) {
        this.outcomes = new FaultOutcomes(cluster, progress, machines);
    }

    @Override
    public void decided(FaultKind.Stage stage, SimulatedOperation operation, String about, Optional<FaultKind> fault) {
        enqueue(() -> outcomes.decided(stage, operation, about, fault));
    }

    @Override
    public void report(ProgressEvent event) {
        switch (event) {
            case MachineChanged machine -> enqueue(() -> outcomes.machineChanged(machine.machine(), machine.state()));
            case AddonChanged addon -> enqueue(() -> outcomes.addonChanged(addon.addon(), addon.state()));
            case Started _,
                    Waiting _,
                    Done _,
                    Failed _,
                    Message _,
                    RunStarted _,
                    RunEnded _,
                    FaultInjected _,
                    FaultHandled _ -> {}
        }
    }

    /** Requests may still arrive while the simulators are closed; they are ignored. */
    private void enqueue(Runnable report) {
        synchronized (queue) {
            if (!queue.isShutdown()) {
                queue.execute(report);
            }
        }
    }

    @Override
    public void close() {
        synchronized (queue) {
            queue.shutdown();
        }
        try {
            queue.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
