package dev.butlerlabs.core.config;

import java.util.Optional;
import java.util.regex.Pattern;

/** Puts the values of variables where a text refers to them in dollar and braces; two dollars before a brace stand for themselves. */
final class References {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Place place;
    private final Surroundings surroundings;
    private boolean sound = true;
    private boolean found;

    private References(Place place, Surroundings surroundings) {
        this.place = place;
        this.surroundings = surroundings;
    }

    /** The text with its references resolved; nothing, and a problem told, when one cannot be. */
    static Optional<Resolved> resolve(Place place, String text) {
        return place.surroundings().isEmpty()
                ? Optional.of(new Resolved(text, false, false))
                : new References(place, place.surroundings().get()).resolve(text);
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
        place.report("has a '${' without its '}'", "write $${ for the signs themselves");
        return false;
    }

    private String value(String name) {
        found = true;
        if (!NAME.matcher(name).matches()) {
            sound = false;
            place.report(
                    "refers to something that is no name of a variable",
                    "write ${NAME}, or $${ for the signs themselves");
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
     * A text as it counts.
     *
     * @param referred whether part of it came from outside the file, so that it must not be shown
     * @param fromItsStart whether it began with a reference, so that its first letters are no sign of the author's
     */
    record Resolved(String text, boolean referred, boolean fromItsStart) {
        /** The rest of the text. */
        Resolved from(int start) {
            return new Resolved(text.substring(start), referred, fromItsStart);
        }

        @Override
        public String toString() {
            return "Resolved[hidden]";
        }
    }
}
