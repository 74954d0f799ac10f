package dev.butlerlabs.core.addon;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts with places to fill in, written {@code ${name}}. */
final class Places {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([A-Za-z]+)}");

    private Places() {}

    /** A text of an addon, whose version may be filled in too. */
    static String filled(PlatformAddon addon, String text, Map<String, String> values) {
        Map<String, String> all = new HashMap<>(values);
        all.put("version", addon.version());
        return filled(text, all);
    }

    static String filled(String text, Map<String, String> values) {
        return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(value(place.group(1), values)));
    }

    private static String value(String name, Map<String, String> values) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("nothing to fill in for ${" + name + "}");
        }
        return value;
    }
}
