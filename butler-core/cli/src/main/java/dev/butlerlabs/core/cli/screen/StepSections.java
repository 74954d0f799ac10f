package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.ElapsedFormatter;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.RunTimeline.Span;
import dev.butlerlabs.core.progress.RunTimeline.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The title of the screen and the steps with their elapsed time. */
final class StepSections {
    private static final String INDENT = "  ";

    private final ScreenModel model;
    private final int width;
    private final int rows;
    private final TerminalColors ink;

    /**
     * @param width of the sections
     * @param rows the most lines that a section can use
     */
    StepSections(ScreenModel model, int width, int rows, TerminalColors ink) {
        this.model = model;
        this.width = width;
        this.rows = rows;
        this.ink = ink;
    }

    /** Returns what runs, and since when. */
    String header(int columns) {
        String title = (model.run().work() + " " + model.subject()).strip();
        return AnsiText.justify(
                ink.bold(AnsiText.plain(title)), ElapsedFormatter.of(model.run().took()), columns);
    }

    /** The totals so far. */
    ScreenSection summary(int columns) {
        String line = ink.grey(AnsiText.cut(String.join(", ", model.summary().counts()), columns));
        return new ScreenSection(1, form -> form == 0 ? List.of(line) : List.of());
    }

    /** The steps that are over. Folded, only the last ones are shown, and failed ones always. */
    ScreenSection done() {
        List<Span> done = model.done();
        List<Span> failed = model.failed();
        if (done.isEmpty() && failed.isEmpty()) {
            return ScreenSection.empty();
        }
        int most = Math.min(done.size(), rows);
        return new ScreenSection(most, form -> {
            int shown = most - form;
            List<String> lines = new ArrayList<>();
            if (shown < done.size()) {
                lines.add(earlier(done.subList(0, done.size() - shown)));
            }
            done.subList(done.size() - shown, done.size())
                    .forEach(step -> lines.add(line(ink.green("✓"), step.title(), step.detail(), step.took())));
            failed.forEach(step -> lines.add(line(ink.red("✗"), step.title(), step.detail(), step.took())));
            return lines;
        });
    }

    private String earlier(List<Span> steps) {
        Duration took = steps.stream().map(Span::took).reduce(Duration.ZERO, Duration::plus);
        return line(ink.green("✓"), CountFormatter.of(steps.size(), "step") + " done", "", took);
    }

    /** The active steps, each with what it waits for. */
    ScreenSection running() {
        List<Span> running = model.running();
        if (running.isEmpty()) {
            return ScreenSection.empty();
        }
        return new ScreenSection(2, form -> {
            List<Span> shown = form == 2 ? running.subList(running.size() - 1, running.size()) : running;
            List<String> lines = new ArrayList<>();
            shown.forEach(step -> {
                lines.add(line(ink.yellow("▶"), step.title(), "", step.took()));
                if (form == 0 && !step.waits().isEmpty()) {
                    lines.add(wait(step.waits().getLast()));
                }
            });
            return lines;
        });
    }

    private String wait(Wait wait) {
        String age = ink.grey("for " + ElapsedFormatter.of(wait.took()));
        return AnsiText.justify(INDENT + AnsiText.plain(wait.reason()), age, width);
    }

    private String line(String mark, String title, String detail, Duration took) {
        String text = AnsiText.plain(detail.isEmpty() ? title : title + ": " + detail);
        return AnsiText.justify(mark + " " + text, ink.grey(ElapsedFormatter.of(took)), width);
    }
}
