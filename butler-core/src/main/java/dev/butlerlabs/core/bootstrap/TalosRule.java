package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.config.bootstrap.BootstrapKeys;
import dev.butlerlabs.core.config.bootstrap.ConfigDraft;
import dev.butlerlabs.core.config.bootstrap.ConfigRule;
import dev.butlerlabs.core.config.bootstrap.TalosKeys;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.talos.VersionContract;
import java.util.Optional;

/** Whether the version of Talos is one that machine configurations can be made for. */
final class TalosRule implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        Optional<Settings> talos = draft.root().find(BootstrapKeys.TALOS);
        talos.flatMap(settings -> settings.find(TalosKeys.VERSION)).ifPresent(version -> check(talos.get(), version));
    }

    private static void check(Settings talos, String version) {
        try {
            VersionContract.parse(version)
                    .warning()
                    .ifPresent(sentence -> talos.warn(TalosKeys.VERSION, sentence, ""));
        } catch (ButlerException e) {
            talos.report(TalosKeys.VERSION, e.getMessage(), e.hint());
        }
    }
}
