package dev.butlerlabs.core.identity.access;

import java.util.List;
import java.util.Objects;

/**
 * Whether a request is permitted.
 *
 * @param decidedBy what decides, each as text
 */
public record AccessAnswer(AccessQuestion question, boolean allowed, List<String> decidedBy) {
    public AccessAnswer {
        Objects.requireNonNull(question, "question");
        decidedBy = List.copyOf(decidedBy);
    }
}
