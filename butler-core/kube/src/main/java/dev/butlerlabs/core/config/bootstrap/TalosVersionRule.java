package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionContract;
import dev.butlerlabs.core.version.VersionList;
import java.time.LocalDate;

/**
 * Requires a Talos version that this program can configure, and warns of one that receives no fixes. The Kubernetes version is the
 * default of that Talos version.
 */
public record TalosVersionRule(VersionList list, LocalDate today) implements ConfigRule {
    @Override
    public void check(ConfigDraft draft) {
        draft.root()
                .find(BootstrapFileKeys.TALOS)
                .ifPresent(talos -> talos.find(TalosKeys.VERSION).ifPresent(version -> check(talos, version)));
    }

    private void check(ConfigSettings talos, String version) {
        try {
            VersionContract.parse(version)
                    .warning()
                    .ifPresent(_ -> talos.warn(
                            TalosKeys.VERSION,
                            "is newer than the newest supported version (%s)".formatted(VersionContract.NEWEST),
                            "Butler generates the configuration format of " + VersionContract.NEWEST));
            ReleaseVersion.find(version)
                    .flatMap(release -> list.talosSupportWarning(release, today))
                    .ifPresent(sentence ->
                            talos.warn(TalosKeys.VERSION, sentence, "use %s".formatted(list.defaultTalos())));
        } catch (ButlerException _) {
            talos.report(
                    TalosKeys.VERSION,
                    "is older than the oldest supported version (%s)".formatted(VersionContract.OLDEST),
                    "use %s or newer".formatted(VersionContract.OLDEST));
        }
    }
}
