package dev.butlerlabs.core.progress;

import java.time.Clock;
import java.util.Objects;

/** Reports progress events with the current time. As thread-safe as the {@link Progress} it reports to. */
public final class ProgressReporter {
    private final Progress progress;
    private final Clock clock;

    public ProgressReporter(Progress progress, Clock clock) {
        this.progress = Objects.requireNonNull(progress, "progress");
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** Reports the start of a step. */
    public ProgressStep start(String step, String title) {
        return new ProgressStep(progress, clock, step, title);
    }

    public void message(String text) {
        progress.report(new ProgressEvent.Message(clock.instant(), ProgressEvent.Level.INFO, text));
    }

    public void warning(String text) {
        progress.report(new ProgressEvent.Message(clock.instant(), ProgressEvent.Level.WARNING, text));
    }

    /**
     * Reports the state of a machine.
     *
     * @param address empty if it has none
     * @param detail more about the state; empty if there is nothing to add
     */
    public void machine(String name, String address, ResourceState state, String detail) {
        progress.report(new ProgressEvent.MachineChanged(clock.instant(), name, address, state, detail));
    }

    /** Reports the state of an addon. */
    public void addon(String name, ResourceState state) {
        progress.report(new ProgressEvent.AddonChanged(clock.instant(), name, state));
    }

    /** Reports an injected fault. See {@link ProgressEvent.FaultInjected}. */
    public void faultInjected(String fault, String target, String text) {
        progress.report(new ProgressEvent.FaultInjected(clock.instant(), fault, target, text));
    }

    /** Reports that the effect of an injected fault is overcome. See {@link ProgressEvent.FaultHandled}. */
    public void faultHandled(String fault, String outcome) {
        progress.report(new ProgressEvent.FaultHandled(clock.instant(), fault, outcome));
    }
}
