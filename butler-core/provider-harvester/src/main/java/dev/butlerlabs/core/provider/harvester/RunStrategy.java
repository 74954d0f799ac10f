package dev.butlerlabs.core.provider.harvester;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The run strategies of KubeVirt. */
enum RunStrategy {
    ALWAYS("Always"),
    RERUN_ON_FAILURE("RerunOnFailure"),
    ONCE("Once"),
    MANUAL("Manual"),
    HALTED("Halted");

    /** The strategies that are suitable for cluster nodes. */
    static final List<RunStrategy> OFFERED = List.of(ALWAYS, RERUN_ON_FAILURE);

    private final String word;

    RunStrategy(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static Optional<RunStrategy> find(String word) {
        return Arrays.stream(values()).filter(value -> value.word.equals(word)).findFirst();
    }
}
