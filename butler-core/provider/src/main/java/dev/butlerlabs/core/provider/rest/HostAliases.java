package dev.butlerlabs.core.provider.rest;

import dev.butlerlabs.core.config.ConfigValueType;
import dev.butlerlabs.core.config.ConfigValueTypes;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Static addresses of host names that DNS does not resolve. */
public final class HostAliases {
    private HostAliases() {}

    /** Returns the type of a setting: a map of names to addresses, or lines as in a hosts file. */
    public static ConfigValueType<Map<String, String>> valueType() {
        ConfigValueType<String> address = ConfigValueTypes.text("^[0-9A-Fa-f.:]+$", "an address")
                .where(HostAliases::isAddress, "must be an IPv4 or IPv6 address");
        ConfigValueType<String> line = ConfigValueTypes.text(
                        "^\\s*[0-9A-Fa-f.:]+(\\s+[A-Za-z0-9._-]+)+\\s*$", "an address followed by host names")
                .where(HostAliases::beginsWithAnAddress, "must start with an IPv4 or IPv6 address");
        return ConfigValueTypes.listOrMap(
                ConfigValueTypes.listOf(line).as(HostAliases::ofLines), ConfigValueTypes.mapOf(address));
    }

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

    /** Returns the address of a name as in a URL, ignoring case. */
    public static Optional<String> address(Map<String, String> aliases, String host) {
        return aliases.entrySet().stream()
                .filter(alias -> alias.getKey().toLowerCase(Locale.ROOT).equals(host.toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getValue)
                .map(address -> address.contains(":") ? "[" + address + "]" : address)
                .findFirst();
    }

    private static String[] words(String line) {
        return line.strip().split("\\s+");
    }
}
