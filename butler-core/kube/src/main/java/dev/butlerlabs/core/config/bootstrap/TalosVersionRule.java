package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.version.VersionContract;

/** A bootstrap file asks for a Talos that this program can configure; Kubernetes then is the one that belongs to it. */
public final class TalosVersionRule implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        draft.root()
                .find(BootstrapKeys.TALOS)
                .ifPresent(talos -> talos.find(TalosKeys.VERSION).ifPresent(version -> check(talos, version)));
    }

    private static void check(Settings talos, String version) {
        try {
            VersionContract.parse(version)
                    .warning()
                    .ifPresent(_ -> talos.warn(
                            TalosKeys.VERSION,
                            "is newer than this program knows (%s)".formatted(VersionContract.NEWEST),
                            "it is configured like " + VersionContract.NEWEST));
        } catch (ButlerException _) {
            talos.report(
                    TalosKeys.VERSION,
                    "is older than the oldest supported version (%s)".formatted(VersionContract.OLDEST),
                    "use %s or newer".formatted(VersionContract.OLDEST));
        }
    }
}
