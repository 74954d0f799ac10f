package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the values of a chart from a file and from command-line assignments. The values may contain secrets, so no problem repeats them.
 */
public final class AddonValues {
    /** As in Helm: a dot that is part of a key is escaped with a backslash. */
    private static final Pattern DOT = Pattern.compile("(?<!\\\\)\\.");

    private final List<InputProblem> problems = new ArrayList<>();
    private final Map<String, Object> values = new LinkedHashMap<>();

    private AddonValues() {}

    /**
     * The result of reading values.
     *
     * @param values empty if none were given
     */
    public record Reading(Optional<Map<String, Object>> values, List<InputProblem> problems) {
        public Reading {
            problems = List.copyOf(problems);
        }
    }

    /**
     * Reads a file and the assignments that override it.
     *
     * @param assignments each as KEY=VALUE, with dots between the parts of the key
     * @return the values or all problems; nothing is thrown for invalid input
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
            switch (document(file.text())) {
                case null -> {}
                case Map<?, ?> map -> map.forEach((key, value) -> values.put(String.valueOf(key), value));
                default -> problems.add(new InputProblem(file.source(), "is not a map of values"));
            }
        } catch (YamlSyntaxException e) {
            problems.add(new InputProblem(e.place(file.source()), e.summary()));
        }
    }

    private static Object document(String text) {
        List<YamlNode> documents = YamlParser.parse(text, YamlLimits.CONFIGURATION);
        if (documents.size() > 1) {
            return documents;
        }
        return documents.isEmpty() ? null : YamlValueConverter.of(documents.getFirst());
    }

    private void assign(String assignment) {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
            problems.add(new InputProblem("--set", "'%s' has no KEY before =".formatted(assignment), "use KEY=VALUE"));
            return;
        }
        String key = assignment.substring(0, equals);
        List<String> path =
                DOT.splitAsStream(key).map(part -> part.replace("\\.", ".")).toList();
        if (!put(values, path, scalar(assignment.substring(equals + 1)))) {
            problems.add(new InputProblem("--set", "%s is below a value that is not a map".formatted(key)));
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

    /** Parses numbers, true, false and null; everything else is text, even if YAML would parse it differently. */
    private static Object scalar(String text) {
        try {
            Object value = document(text);
            return value instanceof Number || value instanceof Boolean || text.equals("null") ? value : text;
        } catch (YamlSyntaxException _) {
            return text;
        }
    }
}
