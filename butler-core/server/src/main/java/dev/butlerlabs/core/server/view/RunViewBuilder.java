package dev.butlerlabs.core.server.view;

import dev.butlerlabs.core.progress.RunTimeline.End;
import dev.butlerlabs.core.progress.RunTimeline.Lane;
import dev.butlerlabs.core.progress.RunTimeline.Run;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import dev.butlerlabs.core.progress.RunTimeline.Wait;
import dev.butlerlabs.core.server.view.RunViews.LaneView;
import dev.butlerlabs.core.server.view.RunViews.RunDetail;
import dev.butlerlabs.core.server.view.RunViews.RunRow;
import dev.butlerlabs.core.server.view.RunViews.SpanView;
import dev.butlerlabs.core.server.view.RunViews.StepCount;
import dev.butlerlabs.core.server.view.RunViews.StepView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads runs from their timelines. Pure functions. */
public final class RunViewBuilder {
    /** A run that reported nothing for longer was interrupted; waits are reported every few seconds. */
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private RunViewBuilder() {}

    /** Returns a run. */
    public static RunDetail detail(String id, String cluster, Run run, Instant now) {
        return new RunDetail(
                row(id, cluster, run, now),
                run.detail(),
                run.steps().stream().map(step -> step(step, state(run, now))).toList(),
                run.machines().stream().map(RunViewBuilder::lane).toList(),
                run.addons().stream().map(RunViewBuilder::lane).toList());
    }

    /** Returns the row of a run. */
    public static RunRow row(String id, String cluster, Run run, Instant now) {
        String state = state(run, now);
        Optional<Span> open = run.steps().stream()
                .filter(step -> step.end() == End.UNTOLD)
                .reduce((first, last) -> last)
                .filter(_ -> state.equals("running"));
        return new RunRow(
                id,
                cluster,
                kind(run.work()),
                run.work(),
                state,
                run.began(),
                state.equals("running") ? Optional.empty() : Optional.of(run.ended()),
                open.map(Span::title),
                open.flatMap(step -> step.waits().stream().reduce((first, last) -> last))
                        .map(Wait::reason),
                new StepCount(
                        (int) run.steps().stream()
                                .filter(step -> step.end() == End.WELL)
                                .count(),
                        run.steps().size()));
    }

    private static String state(Run run, Instant now) {
        return switch (run.end()) {
            case WELL -> "succeeded";
            case BADLY -> "failed";
            case UNTOLD -> run.ended().plus(SILENCE).isBefore(now) ? "interrupted" : "running";
        };
    }

    static String kind(String work) {
        String text = work.toLowerCase(Locale.ROOT);
        if (text.contains("rehears")) {
            return "rehearsal";
        }
        return List.of("bootstrap", "upgrade", "destroy").stream()
                .filter(word -> text.contains(word) || text.contains(word.substring(0, word.length() - 1)))
                .findFirst()
                .orElse("other");
    }

    private static StepView step(Span step, String run) {
        boolean running = step.end() == End.UNTOLD && run.equals("running");
        String state = step.end() == End.WELL ? "succeeded" : running ? "running" : "failed";
        return new StepView(
                step.step(),
                step.title(),
                state,
                step.began(),
                running ? Optional.empty() : Optional.of(step.ended()),
                step.detail(),
                step.waits().stream()
                        .map(wait -> new SpanView(wait.reason(), wait.began(), wait.ended()))
                        .toList());
    }

    private static LaneView lane(Lane lane) {
        return new LaneView(
                lane.name(),
                lane.address(),
                lane.state().word(),
                lane.detail(),
                lane.periods().stream()
                        .map(period -> new SpanView(period.state().word(), period.began(), period.ended()))
                        .toList());
    }
}
