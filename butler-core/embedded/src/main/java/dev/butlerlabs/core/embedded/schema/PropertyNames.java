package dev.butlerlabs.core.embedded.schema;

import java.util.Set;

/** Escapes property names for CEL: reserved words and characters that an identifier cannot contain are written between underscores. */
final class PropertyNames {
    private static final Set<String> RESERVED = Set.of(
            "true",
            "false",
            "null",
            "in",
            "as",
            "break",
            "const",
            "continue",
            "else",
            "for",
            "function",
            "if",
            "import",
            "let",
            "loop",
            "package",
            "namespace",
            "return",
            "var",
            "void",
            "while");

    private PropertyNames() {}

    static String escape(String name) {
        if (RESERVED.contains(name)) {
            return "__" + name + "__";
        }
        boolean plain = name.indexOf('.') < 0 && name.indexOf('-') < 0 && name.indexOf('/') < 0 && !name.contains("__");
        if (plain) {
            return name;
        }
        return name.replace("__", "__underscores__")
                .replace(".", "__dot__")
                .replace("-", "__dash__")
                .replace("/", "__slash__");
    }
}
