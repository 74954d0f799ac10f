package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.cli.output.AnsiText;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.progress.RunTimeline.Lane;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The table of machines and the checklist of addons. */
final class ResourceSections {
    private static final String GAP = "  ";

    private final ScreenModel model;
    private final int width;
    private final int rows;
    private final TerminalColors ink;

    ResourceSections(ScreenModel model, int width, int rows, TerminalColors ink) {
        this.model = model;
        this.width = width;
        this.rows = rows;
        this.ink = ink;
    }

    /** Name, address and state of each machine. Folded, machines that are still changing are shown first. */
    ScreenSection machines() {
        List<Lane> machines = model.machines();
        if (machines.isEmpty()) {
            return ScreenSection.empty();
        }
        int most = Math.min(machines.size(), rows);
        return new ScreenSection(most, form -> form == most ? total("Machines", machines) : table(most - form));
    }

    private List<String> table(int shown) {
        List<Lane> machines = model.machines();
        Set<Lane> selected = machines.stream()
                .sorted(Comparator.comparing((Lane machine) -> machine.state().isSettled()))
                .limit(shown)
                .collect(Collectors.toCollection(HashSet::new));
        int name = column(
                "MACHINE",
                machines.stream().map(one -> model.shortName(one.name())).toList());
        int address = column("ADDRESS", machines.stream().map(Lane::address).toList());
        List<String> lines = new ArrayList<>();
        lines.add(ink.bold(AnsiText.cut(row("MACHINE", "ADDRESS", "STATE", name, address), width)));
        machines.stream()
                .filter(selected::contains)
                .forEach(machine -> lines.add(AnsiText.cut(
                        row(model.shortName(machine.name()), machine.address(), state(machine), name, address),
                        width)));
        if (shown < machines.size()) {
            lines.add(ink.grey("… %d more, %s".formatted(machines.size() - shown, counted(machines))));
        }
        return lines;
    }

    /** Returns the width of a column: that of its widest cell, but not more than a third of the table. */
    private int column(String header, List<String> cells) {
        int widest = cells.stream().mapToInt(AnsiText::width).max().orElse(0);
        return Math.max(header.length(), Math.min(widest, Math.max(header.length(), width / 3)));
    }

    private static String row(String name, String address, String state, int nameWidth, int addressWidth) {
        return AnsiText.pad(AnsiText.plain(name), nameWidth)
                + GAP
                + AnsiText.pad(AnsiText.plain(address), addressWidth)
                + GAP
                + state;
    }

    private String state(Lane machine) {
        String detail = machine.detail().isEmpty() ? "" : GAP + ink.grey(AnsiText.plain(machine.detail()));
        return colored(machine.state(), machine.state().word()) + detail;
    }

    private String colored(ResourceState state, String text) {
        return switch (state) {
            case READY, DELETED -> ink.green(text);
            case FAILED -> ink.red(text);
            case PENDING, UNKNOWN -> ink.grey(text);
            case CREATING, INSTALLING, RUNNING, CONFIGURED, UPGRADING, DELETING -> ink.yellow(text);
        };
    }

    /** The addons with a mark each. Folded, only those that are not ready are shown, then only their number. */
    ScreenSection addons() {
        List<Lane> addons = model.addons();
        if (addons.isEmpty()) {
            return ScreenSection.empty();
        }
        List<Lane> open =
                addons.stream().filter(addon -> !addon.state().isSettled()).toList();
        return new ScreenSection(2, form -> switch (form) {
            case 0 -> checklist(addons);
            case 1 -> checklist(open);
            default -> total("Addons", addons);
        });
    }

    private List<String> checklist(List<Lane> shown) {
        List<String> lines = new ArrayList<>(total("Addons", model.addons()));
        int cell = Math.min(
                width,
                shown.stream()
                                .mapToInt(addon -> AnsiText.width(addon.name()))
                                .max()
                                .orElse(0)
                        + 4);
        int columns = Math.max(1, width / Math.max(1, cell));
        for (int i = 0; i < shown.size(); i += columns) {
            lines.add(shown.subList(i, Math.min(shown.size(), i + columns)).stream()
                    .map(addon -> AnsiText.pad(mark(addon) + " " + AnsiText.plain(addon.name()), cell))
                    .collect(Collectors.joining())
                    .stripTrailing());
        }
        return lines;
    }

    private String mark(Lane addon) {
        return colored(
                addon.state(),
                switch (addon.state()) {
                    case READY, DELETED -> "✓";
                    case FAILED -> "✗";
                    case PENDING, UNKNOWN -> "·";
                    case CREATING, INSTALLING, RUNNING, CONFIGURED, UPGRADING, DELETING -> "▶";
                });
    }

    private List<String> total(String title, List<Lane> lanes) {
        return List.of(AnsiText.cut(ink.bold(title) + " " + counted(lanes), width));
    }

    private static String counted(List<Lane> lanes) {
        long deleted = lanes.stream()
                .filter(lane -> lane.state() == ResourceState.DELETED)
                .count();
        long settled = lanes.stream().filter(lane -> lane.state().isSettled()).count();
        return deleted > 0
                ? "%d/%d deleted".formatted(deleted, lanes.size())
                : "%d/%d ready".formatted(settled, lanes.size());
    }
}
