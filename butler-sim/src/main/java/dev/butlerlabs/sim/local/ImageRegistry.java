package dev.butlerlabs.sim.local;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** The images of the engine and of the registries it can reach, which have every release of Talos. Thread-safe. */
final class ImageRegistry {
    static final String INITIAL = "ghcr.io/siderolabs/talos:v1.12.1";

    private static final Pattern PUBLISHED = Pattern.compile("ghcr\\.io/siderolabs/talos:v\\d+\\.\\d+\\.\\d+");

    private final Set<String> present = ConcurrentHashMap.newKeySet();

    ImageRegistry() {
        present.add(INITIAL);
    }

    boolean isPresent(String name) {
        return present.contains(name);
    }

    void require(String name) {
        if (!isPresent(name)) {
            throw new DockerApiException(404, "No such image: " + name);
        }
    }

    void pull(String name) {
        if (!PUBLISHED.matcher(name).matches()) {
            throw new DockerApiException(404, "manifest for %s not found: manifest unknown".formatted(name));
        }
        present.add(name);
    }
}
