package dev.butlerlabs.core.talos.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.jsonpatch.JsonPatch;
import dev.butlerlabs.core.jsonpatch.PatchException;
import dev.butlerlabs.core.talos.config.DocumentId;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies patches in order. */
public final class PatchApplier {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SERVER_PREFIX = "the server rejected our request due to an error in our request: ";

    private PatchApplier() {}

    /**
     * Returns the configuration after all patches, validated as strictly as a parsed file.
     *
     * @throws ButlerException if a patch cannot be applied or the result is not valid
     */
    public static MachineConfiguration apply(MachineConfiguration configuration, List<ConfigurationPatch> patches) {
        MachineConfiguration result = configuration;
        for (ConfigurationPatch patch : patches) {
            List<Map<String, Object>> documents = switch (patch) {
                case ConfigurationPatch.StrategicMerge merge -> StrategicPatchMerger.apply(result.documents(), merge);
                case ConfigurationPatch.JsonOperations json -> operate(result.documents(), json);
            };
            result = MachineConfiguration.check(
                    "The configuration after patch " + patch.source(), documents, Optional.empty());
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
                throw refusal(patch, "the result is not a mapping");
            }
            result.set(index, UntypedTree.of(document).copy());
        } catch (PatchException e) {
            throw refusal(patch, e.getMessage().replace(SERVER_PREFIX, ""));
        }
        return result;
    }

    /** Returns the index of the main document, or of the only one. */
    private static int target(List<Map<String, Object>> documents, ConfigurationPatch.JsonOperations patch) {
        for (int i = 0; i < documents.size(); i++) {
            if (DocumentId.of(documents.get(i)).isMain()) {
                return i;
            }
        }
        if (documents.size() != 1) {
            throw refusal(patch, "JSON patches require a main document, but the configuration has none");
        }
        return 0;
    }

    private static ButlerException refusal(ConfigurationPatch patch, String sentence) {
        return ButlerException.invalid(
                "Cannot apply patch %s.".formatted(patch.source()),
                List.of(new InputProblem(patch.source(), sentence)));
    }
}
