package dev.butlerlabs.sim.harvester;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates virtual machines with the rules and messages of KubeVirt's webhook. */
final class VirtualMachineValidator {
    private VirtualMachineValidator() {}

    /** Returns all reasons to reject the machine; empty if it is valid. */
    static List<String> problems(JsonNode machine) {
        JsonNode spec = machine.path("spec");
        List<String> problems = new ArrayList<>();
        if (spec.hasNonNull("running") && spec.hasNonNull("runStrategy")) {
            problems.add("Running and RunStrategy are mutually exclusive. Note that Running is deprecated,"
                    + " please use RunStrategy instead");
        }
        if (!spec.hasNonNull("running") && !spec.hasNonNull("runStrategy")) {
            problems.add("RunStrategy must be specified");
        }
        problems.addAll(disksWithoutVolume(spec.path("template").path("spec")));
        return problems;
    }

    private static List<String> disksWithoutVolume(JsonNode instance) {
        Set<String> volumes = new HashSet<>();
        instance.path("volumes")
                .forEach(volume -> volumes.add(volume.path("name").asText()));
        List<String> problems = new ArrayList<>();
        JsonNode disks = instance.path("domain").path("devices").path("disks");
        for (int i = 0; i < disks.size(); i++) {
            String name = disks.path(i).path("name").asText();
            if (!volumes.contains(name)) {
                problems.add("spec.template.spec.domain.devices.disks[%d].Name '%s' not found.".formatted(i, name));
            }
        }
        return problems;
    }
}
