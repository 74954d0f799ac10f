package dev.butlerlabs.core.provider.nutanix;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Static addresses of host names. */
final class HostAliases {
    private HostAliases() {}

    /** Parses lines of a hosts file; the first address of a name wins. */
    static Map<String, String> ofLines(List<String> lines) {
        Map<String, String> aliases = new LinkedHashMap<>();
        for (String line : lines) {
            String[] words = words(line);
            Arrays.stream(words).skip(1).forEach(name -> aliases.putIfAbsent(name, words[0]));
        }
        return aliases;
    }

    static boolean beginsWithAnAddress(String line) {
        return isAddress(words(line)[0]);
    }

    static boolean isAddress(String text) {
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /** Returns the address of a name, ignoring case. */
    static Optional<String> address(Map<String, String> aliases, String host) {
        return aliases.entrySet().stream()
                .filter(alias -> alias.getKey().toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static String[] words(String line) {
        return line.strip().split("\\s+");
    }
}
