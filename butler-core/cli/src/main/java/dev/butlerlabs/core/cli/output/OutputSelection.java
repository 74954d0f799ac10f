package dev.butlerlabs.core.cli.output;

import java.util.Objects;
import java.util.Optional;

/**
 * The value of {@code -o}.
 *
 * @param template present for the format TEMPLATE
 */
public record OutputSelection(OutputFormat format, Optional<DocumentTemplate> template) {
    public OutputSelection {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(template, "template");
    }

    public static OutputSelection of(OutputFormat format) {
        return new OutputSelection(format, Optional.empty());
    }

    public static OutputSelection of(DocumentTemplate template) {
        return new OutputSelection(OutputFormat.TEMPLATE, Optional.of(template));
    }
}
