package dev.butlerlabs.core.talos.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import dev.butlerlabs.core.jsonpatch.JsonPatch;
import dev.butlerlabs.core.jsonpatch.PatchException;
import dev.butlerlabs.core.talos.config.DocumentId;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.config.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies patches, one after the other. */
public final class Patches {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SERVER_PREFIX = "the server rejected our request due to an error in our request: ";

    private Patches() {}

    /** The configuration after all patches, checked as strictly as one that is read from a file. */
    public static MachineConfiguration apply(MachineConfiguration configuration, List<ConfigurationPatch> patches) {
        MachineConfiguration result = configuration;
        for (ConfigurationPatch patch : patches) {
            List<Map<String, Object>> documents = switch (patch) {
                case ConfigurationPatch.StrategicMerge merge -> StrategicMerging.apply(result.documents(), merge);
                case ConfigurationPatch.JsonOperations json -> operate(result.documents(), json);
            };
            result = MachineConfiguration.check(
                    "The configuration patched with " + patch.source(), documents, Optional.empty());
        }
        return result;
    }

    private static List<Map<String, Object>> operate(
            List<Map<String, Object>> documents, ConfigurationPatch.JsonOperations patch) {
        int index = target(documents, patch);
        List<Map<String, Object>> result = new ArrayList<>(documents);
        try {
            JsonNode patched =
                    JsonPatch.apply(JSON.valueToTree(documents.get(index)), JSON.valueToTree(patch.operations()));
            if (!(JSON.convertValue(patched, Object.class) instanceof Map<?, ?> document)) {
                throw refusal(patch, "what is left is not a map");
            }
            result.set(index, Trees.copy(document));
        } catch (PatchException e) {
            throw refusal(patch, e.getMessage().replace(SERVER_PREFIX, ""));
        }
        return result;
    }

    /** The main document; or the only one, where there is but one. */
    private static int target(List<Map<String, Object>> documents, ConfigurationPatch.JsonOperations patch) {
        for (int i = 0; i < documents.size(); i++) {
            if (DocumentId.of(documents.get(i)).isMain()) {
                return i;
            }
        }
        if (documents.size() != 1) {
            throw refusal(patch, "JSON operations need a main document, and the configuration has none");
        }
        return 0;
    }

    private static ButlerException refusal(ConfigurationPatch patch, String sentence) {
        return ButlerException.invalid(
                "The patch %s does not apply.".formatted(patch.source()),
                List.of(new Problem(patch.source(), sentence)));
    }
}
