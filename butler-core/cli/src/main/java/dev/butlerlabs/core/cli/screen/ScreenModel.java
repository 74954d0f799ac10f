package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.progress.RunSummary;
import dev.butlerlabs.core.progress.RunTimeline.End;
import dev.butlerlabs.core.progress.RunTimeline.Fault;
import dev.butlerlabs.core.progress.RunTimeline.Lane;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import java.util.List;

/**
 * What the live screen shows at one moment. Immutable.
 *
 * @param subject name of the cluster, which is left out of the names of its machines; may be empty
 * @param run the run so far, from the same events as the timeline
 * @param events the last events, oldest first
 */
record ScreenModel(String subject, Run run, List<ScreenEvent> events) {
    ScreenModel {
        events = List.copyOf(events);
    }

    /** Returns the steps that are active. */
    List<Span> running() {
        return run.steps().stream().filter(step -> step.end() == End.UNTOLD).toList();
    }

    List<Span> failed() {
        return run.steps().stream().filter(step -> step.end() == End.BADLY).toList();
    }

    List<Span> done() {
        return run.steps().stream().filter(step -> step.end() == End.WELL).toList();
    }

    List<Lane> machines() {
        return run.machines();
    }

    List<Lane> addons() {
        return run.addons();
    }

    List<Fault> faults() {
        return run.faults();
    }

    /** Returns the totals, which equal those of the timeline. */
    RunSummary summary() {
        return RunSummary.of(run);
    }

    /** Returns the name of a machine without the name of the cluster. */
    String shortName(String machine) {
        String prefix = subject + "-";
        return machine.length() > prefix.length() && machine.startsWith(prefix)
                ? machine.substring(prefix.length())
                : machine;
    }
}
