package dev.butlerlabs.core.version;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * A Talos minor version of the version list, with what it is compatible with. Immutable.
 *
 * @param releases the known releases, oldest first
 * @param supportedUntil the last day with fixes; empty if it is not known yet
 * @param kubernetes the Kubernetes versions that it runs
 * @param upgradeFrom the oldest Talos version that can be upgraded to this one
 * @param downgradeFrom the newest Talos version that can be downgraded to this one
 */
public record TalosMinor(
        MinorVersion minor,
        List<ReleaseVersion> releases,
        Optional<LocalDate> supportedUntil,
        KubernetesRange kubernetes,
        MinorVersion upgradeFrom,
        MinorVersion downgradeFrom)
        implements ListedMinor {
    public TalosMinor {
        releases = List.copyOf(releases);
    }

    /**
     * Kubernetes minor versions.
     *
     * @param usual the version that Talos installs if none is requested
     */
    public record KubernetesRange(MinorVersion oldest, MinorVersion newest, Optional<ReleaseVersion> usual) {
        public boolean contains(MinorVersion version) {
            return version.compareTo(oldest) >= 0 && version.compareTo(newest) <= 0;
        }
    }

    /** Returns why this Kubernetes version does not run on this Talos version; empty if it does. */
    public Optional<String> kubernetesObjection(MinorVersion version) {
        return kubernetes.contains(version)
                ? Optional.empty()
                : Optional.of("Talos %s does not support Kubernetes %s: supported are %s to %s."
                        .formatted(minor, version, kubernetes.oldest(), kubernetes.newest()));
    }

    /** Returns why a node with this Talos version cannot be changed to this one; empty if it can. */
    public Optional<String> hostObjection(MinorVersion host) {
        if (host.compareTo(upgradeFrom) < 0) {
            return Optional.of("Talos %s cannot be upgraded to %s: the oldest version that can is %s."
                    .formatted(host, minor, upgradeFrom));
        }
        return host.compareTo(downgradeFrom) <= 0
                ? Optional.empty()
                : Optional.of("Talos %s cannot be downgraded to %s: the newest version that can is %s."
                        .formatted(host, minor, downgradeFrom));
    }
}
