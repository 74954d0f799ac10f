package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.version.VersionContract;

/** Requires a Talos version that this program can configure. The Kubernetes version is the default of that Talos version. */
public final class TalosVersionRule implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        draft.root()
                .find(BootstrapFileKeys.TALOS)
                .ifPresent(talos -> talos.find(TalosKeys.VERSION).ifPresent(version -> check(talos, version)));
    }

    private static void check(ConfigSettings talos, String version) {
        try {
            VersionContract.parse(version)
                    .warning()
                    .ifPresent(_ -> talos.warn(
                            TalosKeys.VERSION,
                            "is newer than the newest supported version (%s)".formatted(VersionContract.NEWEST),
                            "Butler generates the configuration format of " + VersionContract.NEWEST));
        } catch (ButlerException _) {
            talos.report(
                    TalosKeys.VERSION,
                    "is older than the oldest supported version (%s)".formatted(VersionContract.OLDEST),
                    "use %s or newer".formatted(VersionContract.OLDEST));
        }
    }
}
