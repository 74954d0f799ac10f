package dev.butlerlabs.sim.contract;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Credentials of the right form that nobody knows. */
final class WrongCredentials {
    /** The key of a Google service account: the server does not know the key that it names. */
    private static final Pattern KEY_ID = Pattern.compile("(\"private_key_id\" *: *\")[^\"]*");

    private static final Pattern TOKEN = Pattern.compile("(?m)(token: *\"?)([^\\s\"]+)");

    private WrongCredentials() {}

    static Map<String, String> of(Map<String, String> right) {
        return right.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> wrong(entry.getKey(), entry.getValue())));
    }

    private static String wrong(String key, String value) {
        boolean isNoSecret = key.endsWith(".pem") || key.equals("address");
        if (isNoSecret) {
            return value;
        }
        if (value.contains("\"private_key_id\"")) {
            return KEY_ID.matcher(value).replaceAll("$1wrong-key-id");
        }
        return value.contains("token:")
                ? TOKEN.matcher(value).replaceAll("$1wrong-token")
                : "wrong" + value.substring(Math.min(5, value.length()));
    }
}
