package dev.butlerlabs.core.progress;

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
import dev.butlerlabs.core.progress.RunTimeline.End;
import dev.butlerlabs.core.progress.RunTimeline.Fault;
import dev.butlerlabs.core.progress.RunTimeline.Handled;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the events of one run into a {@link RunTimeline.Run}. Not thread-safe. */
public final class TimelineRunBuilder {
    private final Instant began;
    private final Map<String, TimelineSpanBuilder> steps = new LinkedHashMap<>();
    private final Map<String, TimelineLaneBuilder> machines = new LinkedHashMap<>();
    private final Map<String, TimelineLaneBuilder> addons = new LinkedHashMap<>();
    private final Map<String, Fault> faults = new LinkedHashMap<>();
    private String work = "";
    private Instant last;
    private End end = End.UNTOLD;
    private String detail = "";

    /** @param first the first event, which is still to be added */
    public TimelineRunBuilder(ProgressEvent first) {
        this.began = first.at();
        this.last = first.at();
    }

    public void add(ProgressEvent event) {
        last = event.at();
        switch (event) {
            case RunStarted run -> work = run.work();
            case RunEnded run -> {
                end = run.well() ? End.WELL : End.BADLY;
                detail = run.detail();
            }
            case Started started -> start(started);
            case Waiting waiting ->
                step(waiting.step()).ifPresent(step -> step.waiting(waiting.reason(), waiting.at()));
            case Done done -> step(done.step()).ifPresent(step -> step.close(done.at(), End.WELL, done.detail()));
            case Failed failed ->
                step(failed.step()).ifPresent(step -> step.close(failed.at(), End.BADLY, failed.reason()));
            case MachineChanged machine ->
                machines.computeIfAbsent(machine.machine(), TimelineLaneBuilder::new)
                        .add(machine.at(), machine.state(), machine.address(), machine.detail());
            case AddonChanged addon ->
                addons.computeIfAbsent(addon.addon(), TimelineLaneBuilder::new).add(addon.at(), addon.state(), "", "");
            case FaultInjected fault ->
                faults.put(fault.fault(), new Fault(fault.target(), fault.text(), fault.at(), Optional.empty()));
            case FaultHandled handled ->
                faults.computeIfPresent(
                        handled.fault(),
                        (id, fault) -> new Fault(
                                fault.target(),
                                fault.text(),
                                fault.at(),
                                Optional.of(new Handled(handled.at(), handled.outcome()))));
            case Message _ -> {}
        }
    }

    /** A step that starts again continues, so that its time does not restart. */
    private void start(Started started) {
        TimelineSpanBuilder step = steps.get(started.step());
        if (step == null) {
            steps.put(started.step(), new TimelineSpanBuilder(started));
        } else {
            step.reopen(started.at(), false);
        }
    }

    private Optional<TimelineSpanBuilder> step(String name) {
        return Optional.ofNullable(steps.get(name));
    }

    /** Returns the run as of the last event. More events can be added afterwards. */
    public Run run() {
        return run(last);
    }

    /** Returns the run as of a time after the last event: what is not finished lasts until then. */
    public Run run(Instant now) {
        Instant until = end == End.UNTOLD ? now : last;
        return new Run(
                work,
                began,
                until,
                end,
                detail,
                steps.values().stream()
                        .map(step -> step.span(until))
                        .sorted(Comparator.comparing(RunTimeline.Span::began))
                        .toList(),
                machines.values().stream().map(lane -> lane.lane(until)).toList(),
                addons.values().stream().map(lane -> lane.lane(until)).toList(),
                List.copyOf(faults.values()));
    }
}
