package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.talos.config.ConfigFieldType.Field;
import dev.butlerlabs.core.talos.config.ConfigFieldType.Merge;
import dev.butlerlabs.core.talos.config.ConfigFieldType.Struct;
import dev.butlerlabs.core.version.VersionContract;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The document schemas of a machine configuration. */
public final class ConfigDocumentTypes {
    private static final String FILE = "shapes.txt";
    private static final String MAIN_TYPE = "Config";

    private final Map<String, Map<String, Field>> types = new HashMap<>();
    private final Map<String, String> typeOfKind = new HashMap<>();
    private final Map<String, VersionContract> sinceOfKind = new HashMap<>();

    private ConfigDocumentTypes(List<String> lines) {
        lines.stream()
                .filter(line -> line.startsWith("type "))
                .forEach(line -> types.put(line.substring("type ".length()), new LinkedHashMap<>()));
        Map<String, Field> current = Map.of();
        for (String line : lines) {
            String[] words = line.strip().split(" ");
            if (line.startsWith(" ")) {
                current.put(words[0], field(words));
            } else if (words[0].equals("type")) {
                current = types.get(words[1]);
            } else {
                kind(words);
            }
        }
    }

    /** Returns the schemas, which are read once. */
    public static ConfigDocumentTypes get() {
        return Holder.SHAPES;
    }

    private static final class Holder {
        private static final ConfigDocumentTypes SHAPES = new ConfigDocumentTypes(load());
    }

    private static List<String> load() {
        var stream = Objects.requireNonNull(ConfigDocumentTypes.class.getResourceAsStream(FILE), FILE);
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the schema of the main document, which has no kind. */
    public Struct main() {
        return struct(MAIN_TYPE);
    }

    public Optional<Struct> kind(String kind) {
        return Optional.ofNullable(typeOfKind.get(kind)).map(this::struct);
    }

    /** Returns the first Talos version that supports a kind, if not all do. */
    public Optional<VersionContract> since(String kind) {
        return Optional.ofNullable(sinceOfKind.get(kind));
    }

    public Set<String> kinds() {
        return new TreeSet<>(typeOfKind.keySet());
    }

    private Struct struct(String name) {
        return new Struct(name, types.get(name));
    }

    private void kind(String[] words) {
        typeOfKind.put(words[1], words[2]);
        flag(words, "since=").map(VersionContract::parse).ifPresent(since -> sinceOfKind.put(words[1], since));
    }

    private Field field(String[] words) {
        boolean optional = words[1].startsWith("?");
        ConfigFieldType shape = shape(optional ? words[1].substring(1) : words[1]);
        List<String> flags = List.of(words);
        return new Field(
                words[0],
                shape,
                optional,
                flags.contains("always"),
                merge(words, flags),
                flag(words, "since=").map(VersionContract::parse));
    }

    private static Merge merge(String[] words, List<String> flags) {
        if (flags.contains("replace")) {
            return new Merge.Replace();
        }
        Optional<String> swap = flag(words, "swap=");
        if (swap.isPresent()) {
            return new Merge.SwapByKey(swap.get());
        }
        List<String> keys = new ArrayList<>(flags);
        keys.removeIf(word -> !word.startsWith("key="));
        keys.replaceAll(word -> word.substring("key=".length()));
        return keys.isEmpty() ? new Merge.Usual() : new Merge.ByKey(keys);
    }

    private static Optional<String> flag(String[] words, String prefix) {
        return List.of(words).stream()
                .filter(word -> word.startsWith(prefix))
                .map(word -> word.substring(prefix.length()))
                .findFirst();
    }

    private ConfigFieldType shape(String text) {
        String inner = text.substring(1, Math.max(1, text.length() - 1));
        return switch (text.charAt(0)) {
            case '[' -> new ConfigFieldType.Items(shape(inner));
            case '{' -> new ConfigFieldType.Entries(shape(inner));
            case '(' -> new ConfigFieldType.Scalar(ConfigFieldType.Type.WORD, List.of(inner.split("\\|")));
            default -> named(text);
        };
    }

    private ConfigFieldType named(String text) {
        return switch (text) {
            case "string" -> scalar(ConfigFieldType.Type.TEXT);
            case "bool" -> scalar(ConfigFieldType.Type.TRUTH);
            case "int" -> scalar(ConfigFieldType.Type.WHOLE);
            case "url" -> scalar(ConfigFieldType.Type.URL);
            case "manifest" -> scalar(ConfigFieldType.Type.MANIFEST);
            case "any" -> scalar(ConfigFieldType.Type.ANY);
            case "args" -> new ConfigFieldType.Arguments();
            case "free" -> new ConfigFieldType.Free();
            default -> new Struct(text, Objects.requireNonNull(types.get(text), text));
        };
    }

    private static ConfigFieldType scalar(ConfigFieldType.Type type) {
        return new ConfigFieldType.Scalar(type, List.of());
    }
}
