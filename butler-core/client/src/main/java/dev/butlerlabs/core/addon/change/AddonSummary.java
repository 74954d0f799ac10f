package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.helm.ReleaseName;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of one addon of a cluster, no matter how it was installed. Immutable.
 *
 * @param name the name used in commands
 * @param addon its name in the catalog, or that of its chart
 * @param requested the requested version; empty for the default
 * @param installed the installed version
 * @param reason the reason why it is not installed; empty if it is
 * @param message the status message of the controller
 */
public record AddonSummary(
        String name,
        String addon,
        Optional<String> requested,
        Optional<String> installed,
        String phase,
        Stage stage,
        String reason,
        String message,
        Optional<ReleaseName> release,
        Keeper keeper) {
    public AddonSummary {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(addon, "addon");
        Objects.requireNonNull(requested, "requested");
        Objects.requireNonNull(installed, "installed");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(release, "release");
        Objects.requireNonNull(keeper, "keeper");
    }

    /** The state of an addon as a whole. */
    public enum Stage {
        INSTALLED,
        WORKING,
        FAILED,
        LEAVING
    }

    /** The source that requests an addon. */
    public enum Keeper {
        /** The bootstrap of the cluster. */
        PLATFORM("platform"),
        /** The spec of the tenant cluster. */
        CLUSTER("cluster"),
        /** An addon resource. */
        ADDON("addon");

        private final String word;

        Keeper(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
