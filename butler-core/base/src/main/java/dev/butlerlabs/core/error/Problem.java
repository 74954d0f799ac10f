package dev.butlerlabs.core.error;

import java.util.Objects;

/**
 * One thing wrong with an input.
 *
 * @param path where it is, such as {@code spec.network.vip} or {@code bootstrap.yaml:12}; empty when the whole input is meant
 * @param sentence what is wrong
 * @param hint what to do; empty when the sentence says it
 */
public record Problem(String path, String sentence, String hint) {
    public Problem {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(sentence, "sentence");
        Objects.requireNonNull(hint, "hint");
    }

    public Problem(String path, String sentence) {
        this(path, sentence, "");
    }

    @Override
    public String toString() {
        String place = path.isEmpty() ? "" : path + ": ";
        return place + sentence + (hint.isEmpty() ? "" : " (" + hint + ")");
    }
}
