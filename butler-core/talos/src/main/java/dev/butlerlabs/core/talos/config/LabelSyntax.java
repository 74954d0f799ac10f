package dev.butlerlabs.core.talos.config;

import java.util.regex.Pattern;

/** Validates label keys and values. */
final class LabelSyntax {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
    private static final Pattern DOMAIN = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");

    private LabelSyntax() {}

    static boolean isKey(String key) {
        int slash = key.indexOf('/');
        boolean domain = slash < 0 || DOMAIN.matcher(key.substring(0, slash)).matches();
        return domain && NAME.matcher(key.substring(slash + 1)).matches();
    }

    static boolean isValue(String value) {
        return value.isEmpty() || NAME.matcher(value).matches();
    }
}
