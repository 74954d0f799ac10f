package dev.butlerlabs.core.config;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.net.IpAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/** Creates the shapes of configuration values. */
public final class ConfigValueTypes {
    private static final int LARGEST_PORT = 65535;

    private ConfigValueTypes() {}

    /** Any text, including the empty one. */
    public static ConfigValueType<String> text() {
        return new TextValueType();
    }

    /** A text with at least one visible character. */
    public static ConfigValueType<String> someText() {
        return new TextValueType("\\S", "a non-empty text");
    }

    /**
     * A text that contains a match of a regular expression. Anchor it to match the whole text.
     *
     * @param phrase description of such a text, such as "an https address"; it follows "must be"
     */
    public static ConfigValueType<String> text(String pattern, String phrase) {
        return new TextValueType(pattern, phrase);
    }

    /** A text that is never shown. It can be given literally, as {@code ${NAME}} or as {@code file:PATH}. */
    public static ConfigValueType<SensitiveText> secret() {
        return new SecretValueType();
    }

    /** The path of a file, relative or starting with {@code ~}; the value is the content of the file. */
    public static ConfigValueType<SensitiveText> fileContent() {
        return new FileValueType();
    }

    public static ConfigValueType<Integer> whole(int smallest, int largest) {
        return new IntegerValueType(smallest, largest);
    }

    public static ConfigValueType<Integer> wholeOfAtLeast(int smallest) {
        return new IntegerValueType(smallest, Integer.MAX_VALUE);
    }

    public static ConfigValueType<Integer> port() {
        return whole(1, LARGEST_PORT);
    }

    public static ConfigValueType<Boolean> truth() {
        return new BooleanValueType();
    }

    /** One of these words. */
    public static ConfigValueType<String> word(String... words) {
        return choice(List.of(words), Function.identity());
    }

    /** One of these constants, written as their names in lower case with dashes. */
    @SafeVarargs
    public static <E extends Enum<E>> ConfigValueType<E> choice(E... constants) {
        SequencedMap<String, E> words = new LinkedHashMap<>();
        for (E constant : constants) {
            words.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
        }
        return new EnumValueType<>(words);
    }

    /** One of these values, identified by a word each. */
    public static <T> ConfigValueType<T> choice(List<T> values, Function<T, String> word) {
        SequencedMap<String, T> words = new LinkedHashMap<>();
        values.forEach(value -> words.put(word.apply(value), value));
        return new EnumValueType<>(words);
    }

    public static ConfigValueType<IpAddress> address() {
        return new AddressValueType<>("an IPv4 address", Ipv4Range.ADDRESS, IpAddress::tryParseIpv4);
    }

    /** A network such as {@code 10.244.0.0/16}; its host bits must be zero. */
    public static ConfigValueType<Ipv4Range> network() {
        return new AddressValueType<>("an IPv4 network such as 10.244.0.0/16", Ipv4Range.NETWORK, Ipv4Range::ofNetwork);
    }

    /** A range such as {@code 192.0.2.10-192.0.2.20}, or a network. */
    public static ConfigValueType<Ipv4Range> range() {
        return new AddressValueType<>(
                "a range such as 192.0.2.10-192.0.2.20 or a network", Ipv4Range.EITHER, Ipv4Range::parse);
    }

    public static <T> ConfigValueType<List<T>> listOf(ConfigValueType<T> item) {
        return new ListValueType<>(item);
    }

    public static <T> ConfigValueType<Map<String, T>> mapOf(ConfigValueType<T> item) {
        return new MapValueType<>(item);
    }

    /** A value that can be written as a list or as a map. */
    public static <T> ConfigValueType<T> listOrMap(ConfigValueType<T> list, ConfigValueType<T> map) {
        return new ListOrMapValueType<>(list, map);
    }

    /** A map with these keys and no others. */
    public static ConfigValueType<ConfigSettings> section(ConfigKeys keys) {
        return new SettingsValueType(keys);
    }

    /** A map with any content. */
    public static ConfigValueType<Map<String, Object>> tree() {
        return new TreeValueType();
    }

    /** A map whose keys are checked by another reader. */
    public static ConfigValueType<ConfigSection> anySection() {
        return new SectionValueType();
    }
}
