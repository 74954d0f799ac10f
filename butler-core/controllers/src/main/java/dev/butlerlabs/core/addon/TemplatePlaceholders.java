package dev.butlerlabs.core.addon;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills placeholders of the form {@code ${name}} in texts. */
final class TemplatePlaceholders {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([A-Za-z]+)}");

    private TemplatePlaceholders() {}

    /** Fills the placeholders in a text of an addon, including its version. */
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
            throw new IllegalStateException("no value for placeholder ${" + name + "}");
        }
        return value;
    }
}
