package dev.butlerlabs.core.yaml;

import java.util.Optional;

/** A text that is not well-formed YAML or exceeds the limits of the reader. */
public final class YamlSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Optional<YamlPosition> position;
    private final String summary;

    YamlSyntaxException(Optional<YamlPosition> position, String summary, String detail) {
        super(detail.isEmpty() ? summary : summary + ": " + detail);
        this.position = position;
        this.summary = summary;
    }

    YamlSyntaxException(YamlPosition position, String summary) {
        this(Optional.of(position), summary, "");
    }

    /** Returns a failure at the start of a node. */
    public static YamlSyntaxException at(YamlNode node, String summary) {
        return new YamlSyntaxException(node.start(), summary);
    }

    public Optional<YamlPosition> position() {
        return position;
    }

    /** Returns what is wrong without repeating the text, which could be a secret. */
    public String summary() {
        return summary;
    }

    /** Returns the source with line and column, such as {@code values.yaml:3:7}. */
    public String place(String source) {
        return position.map(there -> "%s:%d:%d".formatted(source, there.line(), there.column()))
                .orElse(source);
    }
}
