package dev.butlerlabs.sim.local;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The volumes of the engine with their labels. The lock of {@link ContainerRegistry} guards it. */
final class VolumeRegistry {
    private final Map<String, Map<String, String>> volumes = new TreeMap<>();

    /** Creates a volume; an existing one stays unchanged. */
    void ensure(String name, Map<String, String> labels) {
        volumes.putIfAbsent(name, Map.copyOf(labels));
    }

    ObjectNode inspection(String name) {
        Map<String, String> labels = Optional.ofNullable(volumes.get(name))
                .orElseThrow(() -> new DockerApiException(404, "get %s: no such volume".formatted(name)));
        ObjectNode inspection = DockerJson.object().put("Name", name).put("Driver", "local");
        inspection.set("Labels", DockerJson.object(labels));
        return inspection;
    }

    List<ObjectNode> list(DockerFilters filters) {
        return volumes.entrySet().stream()
                .filter(entry -> filters.accepts(entry.getValue()))
                .map(entry -> inspection(entry.getKey()))
                .toList();
    }

    void remove(String name, List<ContainerRecord> users) {
        inspection(name);
        if (!users.isEmpty()) {
            throw new DockerApiException(
                    409, "remove %s: volume is in use - [%s]".formatted(name, users.getFirst().id));
        }
        volumes.remove(name);
    }

    List<String> leftovers() {
        return volumes.keySet().stream().map("volume "::concat).toList();
    }
}
