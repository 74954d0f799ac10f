package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.RunTimeline.Fault;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The injected faults and the last events. */
final class EventSections {
    private static final int MAX_SHOWN = 12;

    private final ScreenModel model;
    private final int width;
    private final int rows;
    private final TerminalColors ink;
    private final DateTimeFormatter time;

    EventSections(ScreenModel model, int width, int rows, TerminalColors ink, ZoneId zone) {
        this.model = model;
        this.width = width;
        this.rows = rows;
        this.ink = ink;
        this.time = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(zone);
    }

    /** The injected faults with their outcomes. Folded, only the last ones are shown. */
    ScreenSection faults() {
        List<Fault> faults = model.faults();
        if (faults.isEmpty()) {
            return ScreenSection.empty();
        }
        int most = Math.min(faults.size(), rows);
        return new ScreenSection(most, form -> {
            int shown = most - form;
            List<String> lines = new ArrayList<>();
            String hidden = shown < faults.size() ? "%d earlier".formatted(faults.size() - shown) : "";
            faults.subList(faults.size() - shown, faults.size()).forEach(fault -> lines.add(line(fault)));
            if (!hidden.isEmpty()) {
                lines.addFirst(ink.grey(shown == 0 ? "Faults injected: " + faults.size() : "… " + hidden));
            }
            return lines;
        });
    }

    private String line(Fault fault) {
        String mark = fault.handled().isPresent() ? ink.green("↯") : ink.yellow("↯");
        return AnsiText.cut(mark + " " + AnsiText.plain(fault.line()), width);
    }

    /** The last events, newest last. */
    ScreenSection events() {
        List<ScreenEvent> events = model.events();
        if (events.isEmpty()) {
            return ScreenSection.empty();
        }
        int most = Math.min(events.size(), Math.min(rows, MAX_SHOWN));
        return new ScreenSection(most, form -> {
            int shown = most - form;
            if (shown == 0) {
                return List.of();
            }
            List<String> lines = new ArrayList<>();
            lines.add(ink.bold("Events"));
            events.subList(events.size() - shown, events.size()).forEach(event -> lines.add(line(event)));
            return lines;
        });
    }

    private String line(ScreenEvent event) {
        String text = switch (event.kind()) {
            case INFO -> event.text();
            case DONE -> ink.green("✓") + " " + event.text();
            case WARNING -> ink.yellow("! " + event.text());
            case FAILURE -> ink.red("✗ " + event.text());
        };
        return AnsiText.cut(ink.grey(time.format(event.at())) + " " + text, width);
    }
}
