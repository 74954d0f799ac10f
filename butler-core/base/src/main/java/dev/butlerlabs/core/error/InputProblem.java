package dev.butlerlabs.core.error;

import java.util.Objects;

/**
 * A problem of an input.
 *
 * @param path position, such as {@code spec.network.vip} or {@code bootstrap.yaml:12}; empty for the whole input
 * @param sentence what is wrong
 * @param hint how to fix it; empty if the message already says so
 */
public record InputProblem(String path, String sentence, String hint) {
    public InputProblem {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(sentence, "sentence");
        Objects.requireNonNull(hint, "hint");
    }

    public InputProblem(String path, String sentence) {
        this(path, sentence, "");
    }

    @Override
    public String toString() {
        String place = path.isEmpty() ? "" : path + ": ";
        return place + sentence + (hint.isEmpty() ? "" : " (" + hint + ")");
    }
}
