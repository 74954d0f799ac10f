package dev.butlerlabs.core.docker;

import java.util.Objects;

/**
 * The version of an engine.
 *
 * @param engine engine version, such as {@code 26.1.5}
 * @param api newest supported API version, such as {@code 1.45}
 */
public record DockerVersion(String engine, String api) {
    public DockerVersion {
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(api, "api");
    }

    /** Returns whether the engine supports this API version. */
    public boolean speaks(int major, int minor) {
        String[] parts = api.split("\\.", -1);
        int ownMajor = number(parts[0]);
        return ownMajor > major || (ownMajor == major && parts.length > 1 && number(parts[1]) >= minor);
    }

    private static int number(String text) {
        return text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
    }
}
