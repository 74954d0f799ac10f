package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.helm.ReleaseName;
import java.util.Objects;
import java.util.Optional;

/**
 * What is known of one addon of a cluster, whoever brought it there.
 *
 * @param name what commands call it
 * @param addon its name in the catalogue, or that of its chart
 * @param wanted the version that was asked for; empty for the usual one
 * @param installed the version that is there
 * @param reason the word for what holds it up; empty when nothing does
 * @param message what the controller says
 */
public record AddonFacts(
        String name,
        String addon,
        Optional<String> wanted,
        Optional<String> installed,
        String phase,
        Stage stage,
        String reason,
        String message,
        Optional<ReleaseName> release,
        Keeper keeper) {
    public AddonFacts {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(addon, "addon");
        Objects.requireNonNull(wanted, "wanted");
        Objects.requireNonNull(installed, "installed");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(release, "release");
        Objects.requireNonNull(keeper, "keeper");
    }

    /** Where an addon stands as a whole. */
    public enum Stage {
        INSTALLED,
        WORKING,
        FAILED,
        LEAVING
    }

    /** Who looks after an addon. */
    public enum Keeper {
        /** The bootstrap that made the cluster. */
        PLATFORM("platform"),
        /** The spec of the tenant cluster it is on. */
        CLUSTER("cluster"),
        /** A resource of its own. */
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
