package dev.butlerlabs.core.talos.patch;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A change to a machine configuration. It may contain secrets, which {@code toString} omits. Immutable. */
public sealed interface ConfigurationPatch {
    /** Returns the name of the patch for messages. */
    String source();

    /** Documents that are merged into those with the same kind and name, or added. */
    record StrategicMerge(String source, List<Map<String, Object>> documents) implements ConfigurationPatch {
        public StrategicMerge {
            documents = List.copyOf(documents);
        }

        @Override
        public String toString() {
            return "StrategicMerge[" + source + "]";
        }
    }

    /** Operations of RFC 6902 on the main document. */
    record JsonOperations(String source, List<Map<?, ?>> operations) implements ConfigurationPatch {
        public JsonOperations {
            operations = List.copyOf(operations);
        }

        @Override
        public String toString() {
            return "JsonOperations[" + source + "]";
        }
    }

    /**
     * Parses a patch: a list is a JSON patch, anything else a strategic merge patch.
     *
     * @throws ButlerException with every problem
     */
    static ConfigurationPatch parse(String source, String text) {
        List<Object> documents = YamlReader.documents(source, text);
        if (documents.size() == 1 && documents.getFirst() instanceof List<?> list) {
            return operations(source, list);
        }
        if (documents.stream().noneMatch(Objects::nonNull)) {
            throw ButlerException.invalid(
                    source + " is not a valid patch.", List.of(new InputProblem(source, "is empty")));
        }
        return new StrategicMerge(source, MachineConfiguration.parsePatch(source, documents));
    }

    private static JsonOperations operations(String source, List<?> list) {
        List<InputProblem> problems = new ArrayList<>();
        List<Map<?, ?>> operations = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof Map<?, ?> operation && operation.get("op") instanceof String) {
                operations.add(operation);
            } else {
                problems.add(new InputProblem("[" + i + "]", "must be an operation with op and path"));
            }
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid(source + " is not a valid JSON patch.", problems);
        }
        return new JsonOperations(source, operations);
    }
}
