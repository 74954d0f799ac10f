package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Values for a chart as they are given to a command. They may hold secrets, so that no problem repeats any. */
public final class AddonValues {
    private static final int LARGEST = 1024 * 1024;
    /** As Helm has it: a dot that belongs to a key is written with a backslash before it. */
    private static final Pattern DOT = Pattern.compile("(?<!\\\\)\\.");

    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, Object> values = new LinkedHashMap<>();

    private AddonValues() {}

    /**
     * What was given, or everything that is wrong with it.
     *
     * @param values empty when none were given
     */
    public record Reading(Optional<Map<String, Object>> values, List<Problem> problems) {
        public Reading {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads a file and then what overrules it.
     *
     * @param assignments each as KEY=VALUE, the parts of the key apart by dots
     */
    public static Reading read(Optional<ConfigText> file, List<String> assignments) {
        AddonValues reader = new AddonValues();
        file.ifPresent(reader::readFile);
        assignments.forEach(reader::assign);
        boolean given = file.isPresent() || !assignments.isEmpty();
        return new Reading(given ? Optional.of(reader.values) : Optional.empty(), reader.problems);
    }

    private void readFile(ConfigText file) {
        try {
            switch (load(file.source()).loadFromString(file.text())) {
                case null -> {}
                case Map<?, ?> map -> map.forEach((key, value) -> values.put(String.valueOf(key), value));
                default -> problems.add(new Problem(file.source(), "is no map of values"));
            }
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark()
                    .map(mark -> "%s:%d:%d".formatted(file.source(), mark.getLine() + 1, mark.getColumn() + 1))
                    .orElse(file.source());
            problems.add(new Problem(place, "is not well-formed YAML"));
        } catch (YamlEngineException e) {
            problems.add(new Problem(file.source(), "is not YAML"));
        }
    }

    private static Load load(String source) {
        return new Load(LoadSettings.builder()
                .setLabel(source)
                .setCodePointLimit(LARGEST)
                .setSchema(new CoreSchema())
                .build());
    }

    private void assign(String assignment) {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
            problems.add(new Problem("--set", "'%s' has no KEY before =".formatted(assignment), "write KEY=VALUE"));
            return;
        }
        String key = assignment.substring(0, equals);
        List<String> path =
                DOT.splitAsStream(key).map(part -> part.replace("\\.", ".")).toList();
        if (!put(values, path, scalar(assignment.substring(equals + 1)))) {
            problems.add(new Problem("--set", "%s lies inside something that is no map".formatted(key)));
        }
    }

    private static boolean put(Map<String, Object> into, List<String> path, Object value) {
        String key = path.getFirst();
        if (path.size() == 1) {
            into.put(key, value);
            return true;
        }
        Object below = into.getOrDefault(key, Map.of());
        if (!(below instanceof Map<?, ?> map)) {
            return false;
        }
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((name, inside) -> copy.put(String.valueOf(name), inside));
        into.put(key, copy);
        return put(copy, path.subList(1, path.size()), value);
    }

    /** A number, true, false or null means that; anything else is text, whatever it would be in YAML. */
    private static Object scalar(String text) {
        try {
            Object value = load("--set").loadFromString(text);
            return value instanceof Number || value instanceof Boolean || text.equals("null") ? value : text;
        } catch (YamlEngineException e) {
            return text;
        }
    }
}
