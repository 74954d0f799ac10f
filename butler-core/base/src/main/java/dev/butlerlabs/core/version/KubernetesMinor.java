package dev.butlerlabs.core.version;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * A Kubernetes minor version of the version list. Immutable.
 *
 * @param releases the known releases, oldest first
 * @param supportedUntil the last day with fixes; empty if it is not known yet
 */
public record KubernetesMinor(MinorVersion minor, List<ReleaseVersion> releases, Optional<LocalDate> supportedUntil)
        implements ListedMinor {
    public KubernetesMinor {
        releases = List.copyOf(releases);
    }
}
