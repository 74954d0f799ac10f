package dev.butlerlabs.core.config;

import java.util.Optional;
import java.util.regex.Pattern;

/** Replaces variable references: a dollar sign and a name in braces. A second dollar sign escapes a reference. */
final class VariableResolver {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final ConfigReadContext place;
    private final ConfigEnvironment surroundings;
    private boolean sound = true;
    private boolean found;

    private VariableResolver(ConfigReadContext place, ConfigEnvironment surroundings) {
        this.place = place;
        this.surroundings = surroundings;
    }

    /**
     * Returns the text with its references resolved.
     *
     * @return empty, with a problem reported, if a reference cannot be resolved
     */
    static Optional<Resolved> resolve(ConfigReadContext place, String text) {
        return place.surroundings().isEmpty()
                ? Optional.of(new Resolved(text, false, false))
                : new VariableResolver(place, place.surroundings().get()).resolve(text);
    }

    private Optional<Resolved> resolve(String text) {
        StringBuilder result = new StringBuilder();
        int from = 0;
        for (int at = text.indexOf("${"); at >= 0; at = text.indexOf("${", from)) {
            boolean escaped = at > from && text.charAt(at - 1) == '$';
            result.append(text, from, escaped ? at - 1 : at);
            int end = text.indexOf('}', at);
            if (escaped || end < 0) {
                result.append("${");
                from = at + 2;
                sound &= escaped || open();
            } else {
                result.append(value(text.substring(at + 2, end)));
                from = end + 1;
            }
        }
        result.append(text, from, text.length());
        return sound
                ? Optional.of(new Resolved(result.toString(), found, found && text.startsWith("${")))
                : Optional.empty();
    }

    private boolean open() {
        place.report("has a '${' without a closing '}'", "write $${ for a literal ${");
        return false;
    }

    private String value(String name) {
        found = true;
        if (!NAME.matcher(name).matches()) {
            sound = false;
            place.report("has a reference that is not a valid variable name", "write ${NAME}, or $${ for a literal ${");
            return "";
        }
        Optional<String> value = surroundings.variables().apply(name);
        if (value.isEmpty()) {
            sound = false;
            place.report("refers to the variable " + name + ", which is not set", "export " + name + " and try again");
        }
        return value.orElse("");
    }

    /**
     * A text after resolving its references.
     *
     * @param referred whether part of it came from a reference; such text must not be shown
     * @param fromItsStart whether it started with a reference; a prefix such as {@code file:} is then part of the value
     */
    record Resolved(String text, boolean referred, boolean fromItsStart) {
        /** Returns the text from this index. */
        Resolved from(int start) {
            return new Resolved(text.substring(start), referred, fromItsStart);
        }

        @Override
        public String toString() {
            return "Resolved[hidden]";
        }
    }
}
