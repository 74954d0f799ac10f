package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.cli.TerminalSize;
import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.TerminalColors;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Arranges a {@link ScreenModel} for a size of the terminal. A pure function: no line is wider than the terminal, and there are
 * never more lines than rows. If the rows are too few, the least important sections are folded first.
 */
final class ScreenLayout {
    /** From this width on, machines and addons are beside the steps. */
    private static final int TWO_COLUMNS = 100;

    private static final int GUTTER = 3;
    /** Number of events that are kept while other sections are still complete. */
    private static final int SOME_EVENTS = 3;

    private final TerminalSize size;
    private final boolean isWide;
    private final String header;
    private final ScreenSection summary;
    private final ScreenSection blanks;
    private final ScreenSection done;
    private final ScreenSection running;
    private final ScreenSection machines;
    private final ScreenSection addons;
    private final ScreenSection faults;
    private final ScreenSection events;

    private ScreenLayout(ScreenModel model, TerminalSize size, TerminalColors ink, ZoneId zone) {
        this.size = size;
        this.isWide = size.columns() >= TWO_COLUMNS;
        int rows = size.rows();
        StepSections steps = new StepSections(model, leftWidth(), rows, ink);
        ResourceSections resources = new ResourceSections(model, rightWidth(), rows, ink);
        EventSections log = new EventSections(model, size.columns(), rows, ink, zone);
        this.header = steps.header(size.columns());
        this.summary = steps.summary(size.columns());
        this.blanks = new ScreenSection(1, form -> form == 0 ? List.of("") : List.of());
        this.done = steps.done();
        this.running = steps.running();
        this.machines = resources.machines();
        this.addons = resources.addons();
        this.faults = log.faults();
        this.events = log.events();
    }

    /** Returns the lines of the screen. */
    static List<String> lines(ScreenModel model, TerminalSize size, TerminalColors ink, ZoneId zone) {
        return new ScreenLayout(model, size, ink, zone).fit();
    }

    private int leftWidth() {
        return isWide ? (size.columns() - GUTTER) / 2 : size.columns();
    }

    private int rightWidth() {
        return isWide ? size.columns() - GUTTER - leftWidth() : size.columns();
    }

    /** Folds the least important sections first, then shows again what still fits: sections beside each other share their rows. */
    private List<String> fit() {
        foldTo(events, Math.max(0, events.smallest() - SOME_EVENTS));
        List.of(blanks, done, addons, events, machines, faults, summary, running)
                .forEach(section -> foldTo(section, section.smallest()));
        List.of(running, summary, faults, machines, addons, done, blanks, events)
                .forEach(this::unfold);
        return compose().stream()
                .limit(size.rows())
                .map(line -> AnsiText.cut(line, size.columns()))
                .toList();
    }

    private boolean fits() {
        return compose().size() <= size.rows();
    }

    /** Folds a section step by step until everything fits. */
    private void foldTo(ScreenSection section, int form) {
        while (section.fold() < form && !fits()) {
            section.foldTo(section.fold() + 1);
        }
    }

    /** Shows as much of a section again as fits. */
    private void unfold(ScreenSection section) {
        int form = section.fold();
        while (form > 0) {
            section.foldTo(form - 1);
            if (!fits()) {
                section.foldTo(form);
                return;
            }
            form--;
        }
    }

    private List<String> compose() {
        List<String> lines = new ArrayList<>();
        lines.add(header);
        lines.addAll(summary.lines());
        List<String> steps = new ArrayList<>(done.lines());
        steps.addAll(running.lines());
        List<String> resources = joined(List.of(machines.lines(), addons.lines()));
        List<List<String>> blocks = isWide
                ? List.of(beside(steps, resources), faults.lines(), events.lines())
                : List.of(steps, resources, faults.lines(), events.lines());
        List<String> body = joined(blocks);
        if (!body.isEmpty()) {
            lines.addAll(blanks.lines());
            lines.addAll(body);
        }
        return lines;
    }

    /** Joins blocks, with a blank line between them if there is space. */
    private List<String> joined(List<List<String>> blocks) {
        List<String> lines = new ArrayList<>();
        for (List<String> block : blocks) {
            if (!block.isEmpty() && !lines.isEmpty()) {
                lines.addAll(blanks.lines());
            }
            lines.addAll(block);
        }
        return lines;
    }

    private List<String> beside(List<String> left, List<String> right) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            String start = AnsiText.pad(i < left.size() ? left.get(i) : "", leftWidth() + GUTTER);
            lines.add(i < right.size() ? start + right.get(i) : start.stripTrailing());
        }
        return lines;
    }
}
