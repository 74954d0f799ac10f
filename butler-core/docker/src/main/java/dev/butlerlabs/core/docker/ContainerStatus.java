package dev.butlerlabs.core.docker;

import java.util.Arrays;
import java.util.Locale;

/** The lifecycle state of a container, as the engine reports it. */
public enum ContainerStatus {
    /** Never started. */
    CREATED,
    RUNNING,
    PAUSED,
    /** The restart policy starts it again. */
    RESTARTING,
    REMOVING,
    EXITED,
    /** The engine failed to remove it. */
    DEAD;

    /** Parses the word of the engine. An engine that reports no state, or an unknown one, reports whether the container runs. */
    static ContainerStatus parse(String word, boolean running) {
        return Arrays.stream(values())
                .filter(status -> status.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElse(running ? RUNNING : EXITED);
    }
}
