package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.MachineCount;
import dev.butlerlabs.core.bootstrap.Outline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a bootstrap would come to, for people and for programs. */
final class OutlineText {
    private OutlineText() {}

    static List<String> lines(Outline outline) {
        List<String> lines = new ArrayList<>();
        lines.add("Cluster %s on %s: %s."
                .formatted(
                        outline.cluster(),
                        outline.provider(),
                        MachineCount.of(outline.machines().size())));
        outline.machines()
                .forEach(machine -> lines.add("  %-40s %-14s %3d CPU %7d MB %5d GB%s"
                        .formatted(
                                machine.name(),
                                machine.role(),
                                machine.cpu(),
                                machine.memoryMegabytes(),
                                machine.diskGigabytes(),
                                machine.address().map(address -> "  " + address).orElse(""))));
        lines.add("Reached by   " + outline.endpoint());
        outline.pool().ifPresent(pool -> lines.add("Services get " + pool));
        outline.nodeAddresses().ifPresent(addresses -> lines.add("Machines get " + addresses));
        lines.add("Installed by " + outline.image());
        lines.add("Configured   " + outline.delivery());
        lines.add("Addons       " + String.join(", ", outline.addons()));
        lines.add("Gives up     after %d minutes, or a share of them in one step; --timeout changes both"
                .formatted(outline.limit().toMinutes()));
        lines.add("");
        return lines;
    }

    static Map<String, Object> document(Outline outline) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", outline.cluster());
        document.put("provider", outline.provider());
        document.put("endpoint", outline.endpoint());
        document.put("pool", outline.pool().orElse(null));
        outline.nodeAddresses().ifPresent(addresses -> document.put("nodeAddresses", addresses));
        document.put("image", outline.image());
        document.put("configuration", outline.delivery());
        document.put(
                "machines",
                outline.machines().stream().map(OutlineText::document).toList());
        document.put("addons", outline.addons());
        document.put("limitSeconds", outline.limit().toSeconds());
        return document;
    }

    private static Map<String, Object> document(Outline.Machine machine) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", machine.name());
        document.put("role", machine.role());
        document.put("cpu", machine.cpu());
        document.put("memoryMB", machine.memoryMegabytes());
        document.put("diskGB", machine.diskGigabytes());
        machine.address().ifPresent(address -> document.put("address", address));
        return document;
    }
}
