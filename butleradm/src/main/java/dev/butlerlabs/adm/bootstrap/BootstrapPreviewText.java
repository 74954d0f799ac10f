package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.MachineCountText;
import dev.butlerlabs.core.bootstrap.run.BootstrapPreview;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Formats the plan of a bootstrap as text or as a document. */
final class BootstrapPreviewText {
    private BootstrapPreviewText() {}

    static List<String> lines(BootstrapPreview outline) {
        List<String> lines = new ArrayList<>();
        lines.add("Cluster %s on %s: %s."
                .formatted(
                        outline.cluster(),
                        outline.provider(),
                        MachineCountText.of(outline.machines().size())));
        outline.machines()
                .forEach(machine -> lines.add("  %-40s %-14s %3d CPU %7d MB %5d GB%s"
                        .formatted(
                                machine.name(),
                                machine.role(),
                                machine.cpu(),
                                machine.memoryMegabytes(),
                                machine.diskGigabytes(),
                                machine.address().map(address -> "  " + address).orElse(""))));
        lines.add("Endpoint     " + outline.endpoint());
        outline.pool().ifPresent(pool -> lines.add("Service IPs  " + pool));
        outline.nodeAddresses().ifPresent(addresses -> lines.add("Machine IPs  " + addresses));
        lines.add("Image        " + outline.image());
        lines.add("Config       " + outline.delivery());
        lines.add("Addons       " + String.join(", ", outline.addons()));
        lines.add("Timeout      %d minutes in total and a part of it per step; change it with --timeout"
                .formatted(outline.limit().toMinutes()));
        lines.add("");
        return lines;
    }

    static Map<String, Object> document(BootstrapPreview outline) {
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
                outline.machines().stream().map(BootstrapPreviewText::document).toList());
        document.put("addons", outline.addons());
        document.put("limitSeconds", outline.limit().toSeconds());
        return document;
    }

    private static Map<String, Object> document(BootstrapPreview.Machine machine) {
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
