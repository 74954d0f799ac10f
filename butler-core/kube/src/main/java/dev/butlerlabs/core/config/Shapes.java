package dev.butlerlabs.core.config;

import dev.butlerlabs.core.api.SensitiveText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/** Creates the shapes of configuration values. */
public final class Shapes {
    private static final int LARGEST_PORT = 65535;

    private Shapes() {}

    /** Any text, including the empty one. */
    public static Shape<String> text() {
        return new TextShape();
    }

    /** A text with at least one visible character. */
    public static Shape<String> someText() {
        return new TextShape("\\S", "a non-empty text");
    }

    /**
     * A text that contains a match of a regular expression. Anchor it to match the whole text.
     *
     * @param phrase description of such a text, such as "an https address"; it follows "must be"
     */
    public static Shape<String> text(String pattern, String phrase) {
        return new TextShape(pattern, phrase);
    }

    /** A text that is never shown. It can be given literally, as {@code ${NAME}} or as {@code file:PATH}. */
    public static Shape<SensitiveText> secret() {
        return new SecretShape();
    }

    /** The path of a file, relative or starting with {@code ~}; the value is the content of the file. */
    public static Shape<SensitiveText> fileContent() {
        return new FileShape();
    }

    public static Shape<Integer> whole(int smallest, int largest) {
        return new WholeShape(smallest, largest);
    }

    public static Shape<Integer> wholeOfAtLeast(int smallest) {
        return new WholeShape(smallest, Integer.MAX_VALUE);
    }

    public static Shape<Integer> port() {
        return whole(1, LARGEST_PORT);
    }

    public static Shape<Boolean> truth() {
        return new TruthShape();
    }

    /** One of these words. */
    public static Shape<String> word(String... words) {
        return choice(List.of(words), Function.identity());
    }

    /** One of these constants, written as their names in lower case with dashes. */
    @SafeVarargs
    public static <E extends Enum<E>> Shape<E> choice(E... constants) {
        SequencedMap<String, E> words = new LinkedHashMap<>();
        for (E constant : constants) {
            words.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
        }
        return new WordShape<>(words);
    }

    /** One of these values, identified by a word each. */
    public static <T> Shape<T> choice(List<T> values, Function<T, String> word) {
        SequencedMap<String, T> words = new LinkedHashMap<>();
        values.forEach(value -> words.put(word.apply(value), value));
        return new WordShape<>(words);
    }

    public static Shape<Ipv4Address> address() {
        return new AddressShape<>("an IPv4 address", Ipv4Address.PATTERN, Ipv4Address::parse);
    }

    /** A network such as {@code 10.244.0.0/16}; its host bits must be zero. */
    public static Shape<Ipv4Range> network() {
        return new AddressShape<>("an IPv4 network such as 10.244.0.0/16", Ipv4Range.NETWORK, Ipv4Range::ofNetwork);
    }

    /** A range such as {@code 192.0.2.10-192.0.2.20}, or a network. */
    public static Shape<Ipv4Range> range() {
        return new AddressShape<>(
                "a range such as 192.0.2.10-192.0.2.20 or a network", Ipv4Range.EITHER, Ipv4Range::parse);
    }

    public static <T> Shape<List<T>> listOf(Shape<T> item) {
        return new ListShape<>(item);
    }

    public static <T> Shape<Map<String, T>> mapOf(Shape<T> item) {
        return new MapShape<>(item);
    }

    /** A value that can be written as a list or as a map. */
    public static <T> Shape<T> listOrMap(Shape<T> list, Shape<T> map) {
        return new ListOrMapShape<>(list, map);
    }

    /** A map with these keys and no others. */
    public static Shape<Settings> section(Keys keys) {
        return new SettingsShape(keys);
    }

    /** A map whose keys are checked by another reader. */
    public static Shape<Section> anySection() {
        return new SectionShape();
    }
}
