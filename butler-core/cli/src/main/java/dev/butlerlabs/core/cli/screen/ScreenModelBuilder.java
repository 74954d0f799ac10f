package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.AddonChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Done;
import dev.butlerlabs.core.progress.ProgressEvent.Failed;
import dev.butlerlabs.core.progress.ProgressEvent.FaultHandled;
import dev.butlerlabs.core.progress.ProgressEvent.FaultInjected;
import dev.butlerlabs.core.progress.ProgressEvent.Level;
import dev.butlerlabs.core.progress.ProgressEvent.MachineChanged;
import dev.butlerlabs.core.progress.ProgressEvent.Message;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEvent.Waiting;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.progress.TimelineRunBuilder;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Folds progress events into a {@link ScreenModel}. Not thread-safe. */
final class ScreenModelBuilder {
    /** More than the highest terminal shows. */
    private static final int MAX_EVENTS = 200;

    private final String subject;
    private final Map<String, String> titles = new HashMap<>();
    private final Deque<ScreenEvent> events = new ArrayDeque<>();
    private Optional<TimelineRunBuilder> run = Optional.empty();

    /** @param subject name of the cluster; may be empty */
    ScreenModelBuilder(String subject) {
        this.subject = subject;
    }

    void add(ProgressEvent event) {
        if (run.isEmpty() || event instanceof RunStarted) {
            run = Optional.of(new TimelineRunBuilder(event));
        }
        run.get().add(event);
        switch (event) {
            case Started started -> titles.put(started.step(), started.title());
            case Waiting _, RunStarted _, RunEnded _, FaultInjected _, FaultHandled _ -> {}
            case Done done -> add(done.at(), ScreenEvent.Kind.DONE, withDetail(title(done.step()), done.detail()));
            case Failed failed ->
                add(failed.at(), ScreenEvent.Kind.FAILURE, withDetail(title(failed.step()), failed.reason()));
            case Message message ->
                add(
                        message.at(),
                        message.level() == Level.WARNING ? ScreenEvent.Kind.WARNING : ScreenEvent.Kind.INFO,
                        message.text());
            case MachineChanged machine -> add(machine.at(), kind(machine.state()), text(machine));
            case AddonChanged addon ->
                add(
                        addon.at(),
                        kind(addon.state()),
                        "addon %s %s".formatted(addon.addon(), addon.state().word()));
        }
    }

    /** Adds a line that was not reported as progress, such as a log line. */
    void addLine(Instant at, String line) {
        add(at, ScreenEvent.Kind.INFO, AnsiText.withoutColor(line));
    }

    private void add(Instant at, ScreenEvent.Kind kind, String text) {
        events.addLast(new ScreenEvent(at, kind, AnsiText.plain(text)));
        if (events.size() > MAX_EVENTS) {
            events.removeFirst();
        }
    }

    private String title(String step) {
        return titles.getOrDefault(step, step);
    }

    private static String withDetail(String title, String detail) {
        return detail.isEmpty() ? title : title + ": " + detail;
    }

    private static ScreenEvent.Kind kind(ResourceState state) {
        if (state.isSettled()) {
            return ScreenEvent.Kind.DONE;
        }
        return state == ResourceState.FAILED ? ScreenEvent.Kind.FAILURE : ScreenEvent.Kind.INFO;
    }

    private static String text(MachineChanged machine) {
        String address = machine.address().isEmpty() ? "" : " at " + machine.address();
        String detail = machine.detail().isEmpty() ? "" : ": " + machine.detail();
        return machine.machine() + " " + machine.state().word() + address + detail;
    }

    /** Returns what to show at a time; empty before the first event. */
    Optional<ScreenModel> model(Instant now) {
        return run.map(builder -> new ScreenModel(subject, builder.run(now), List.copyOf(events)));
    }
}
