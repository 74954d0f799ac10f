package dev.butlerlabs.core.config.bootstrap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Operation;
import dev.butlerlabs.core.config.ConfigSettings;
import java.util.List;

/** Checks machine configuration patches before the first machine is created. */
final class PatchRules implements ConfigRule {
    private static final ObjectReader JSON =
            new JsonMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @Override
    public void check(ConfigDraft draft) {
        draft.find(BootstrapFileKeys.TALOS, TalosKeys.CONFIG_PATCHES)
                .orElse(List.of())
                .forEach(PatchRules::check);
    }

    private static void check(ConfigSettings patch) {
        boolean removes =
                patch.find(TalosKeys.OPERATION).filter(Operation.REMOVE::equals).isPresent();
        boolean given = patch.isGiven(TalosKeys.VALUE);
        if (removes && given) {
            patch.warn(TalosKeys.VALUE, "is not used with op remove", "");
        } else if (!removes && !given) {
            patch.report(TalosKeys.VALUE, "is missing", "the new value as JSON");
        } else {
            patch.find(TalosKeys.VALUE)
                    .filter(value -> !isJson(value))
                    .ifPresent(_ -> patch.report(TalosKeys.VALUE, "is not JSON", "quote a string, such as '\"text\"'"));
        }
    }

    private static boolean isJson(String text) {
        try {
            return !JSON.readTree(text).isMissingNode();
        } catch (JsonProcessingException _) {
            return false;
        }
    }
}
