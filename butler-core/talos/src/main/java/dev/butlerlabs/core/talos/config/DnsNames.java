package dev.butlerlabs.core.talos.config;

import java.util.regex.Pattern;

/** Validates host and domain names. */
final class DnsNames {
    private static final int LONGEST = 253;
    private static final Pattern FORM =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,62}(\\.[A-Za-z0-9_][A-Za-z0-9_-]{0,62})*\\.?");

    private DnsNames() {}

    static boolean isValid(String name) {
        return name.length() <= LONGEST && FORM.matcher(name).matches();
    }
}
