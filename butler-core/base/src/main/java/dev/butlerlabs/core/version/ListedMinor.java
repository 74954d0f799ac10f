package dev.butlerlabs.core.version;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** A minor version of the version list with its releases and the end of its support. */
public sealed interface ListedMinor permits KubernetesMinor, TalosMinor {
    MinorVersion minor();

    /** Returns the known releases, oldest first. */
    List<ReleaseVersion> releases();

    /** Returns the last day with fixes; empty if it is not known yet. */
    Optional<LocalDate> supportedUntil();

    default Optional<ReleaseVersion> latest() {
        return releases().isEmpty() ? Optional.empty() : Optional.of(releases().getLast());
    }

    default boolean isSupported(LocalDate today) {
        return supportedUntil().map(end -> !today.isAfter(end)).orElse(true);
    }
}
