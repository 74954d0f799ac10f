package dev.butlerlabs.core.yaml;

import dev.butlerlabs.core.yaml.YamlNode.Kind;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Resolves scalars by the core schema of YAML 1.2. The library's own resolver follows YAML 1.1, in which {@code on} is a boolean,
 * {@code 12:30} a number and {@code 2026-01-02} a date.
 */
final class YamlScalarResolver {
    private static final String PREFIX = "tag:yaml.org,2002:";
    private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
    private static final Pattern FLOAT = Pattern.compile(
            "[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
    private static final Map<String, Kind> KINDS = Map.of(
            PREFIX + "str", Kind.TEXT,
            PREFIX + "int", Kind.INTEGER,
            PREFIX + "float", Kind.FLOAT,
            PREFIX + "bool", Kind.BOOLEAN,
            PREFIX + "null", Kind.NULL);

    private YamlScalarResolver() {}

    /** Returns what an explicit tag makes of a scalar; {@link Kind#OTHER} for a tag that is not part of the schema. */
    static Kind ofTag(String tag) {
        return KINDS.getOrDefault(tag, Kind.OTHER);
    }

    /** Returns what a scalar without quotes and tag is. */
    static Kind ofPlain(String text) {
        if (NULL.matcher(text).matches()) {
            return Kind.NULL;
        }
        return switch (text.charAt(0)) {
            case 't', 'T', 'f', 'F' -> matches(BOOLEAN, text, Kind.BOOLEAN);
            case '-', '+', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' ->
                INTEGER.matcher(text).matches() ? Kind.INTEGER : matches(FLOAT, text, Kind.FLOAT);
            default -> Kind.TEXT;
        };
    }

    private static Kind matches(Pattern pattern, String text, Kind kind) {
        return pattern.matcher(text).matches() ? kind : Kind.TEXT;
    }
}
