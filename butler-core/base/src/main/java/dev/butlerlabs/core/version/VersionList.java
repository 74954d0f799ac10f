package dev.butlerlabs.core.version;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The versions of Talos, Kubernetes and the addons that this program knows, with their support and compatibility. Immutable.
 *
 * @param updated the day on which the list was last changed
 * @param talos by ascending minor version
 * @param kubernetes by ascending minor version
 * @param addons the versions of the platform addons by name
 */
public record VersionList(
        LocalDate updated, List<TalosMinor> talos, List<KubernetesMinor> kubernetes, Map<String, String> addons) {
    public VersionList {
        talos = talos.stream().sorted(Comparator.comparing(TalosMinor::minor)).toList();
        kubernetes = kubernetes.stream()
                .sorted(Comparator.comparing(KubernetesMinor::minor))
                .toList();
        addons = Map.copyOf(addons);
    }

    /** Returns the list in use: the file named by {@code BUTLER_VERSIONS}, or the built-in list. */
    public static VersionList current() {
        return VersionListSource.CURRENT.get();
    }

    public Optional<TalosMinor> talos(MinorVersion minor) {
        return talos.stream().filter(one -> one.minor().equals(minor)).findFirst();
    }

    public Optional<KubernetesMinor> kubernetes(MinorVersion minor) {
        return kubernetes.stream().filter(one -> one.minor().equals(minor)).findFirst();
    }

    /** Returns the newest Talos release. */
    public ReleaseVersion defaultTalos() {
        return newest(talos.stream());
    }

    /** Returns the newest Kubernetes release that the newest Talos release supports. */
    public ReleaseVersion defaultKubernetes() {
        TalosMinor.KubernetesRange range =
                talos(defaultTalos().minorVersion()).orElseThrow().kubernetes();
        return newest(kubernetes.stream().filter(one -> range.contains(one.minor())));
    }

    /** Returns the newest Talos release that supports a Kubernetes version; empty if none does. */
    public Optional<ReleaseVersion> talosFor(MinorVersion version) {
        return talos.stream()
                .filter(one -> one.kubernetes().contains(version))
                .flatMap(one -> one.latest().stream())
                .max(Comparator.naturalOrder());
    }

    VersionList withAddonsOf(VersionList other) {
        Map<String, String> all = new HashMap<>(other.addons);
        all.putAll(addons);
        return new VersionList(updated, talos, kubernetes, all);
    }

    private static ReleaseVersion newest(Stream<? extends ListedMinor> minors) {
        return minors.flatMap(one -> one.latest().stream())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Returns a warning if this Talos release is past its support. */
    public Optional<String> talosSupportWarning(ReleaseVersion release, LocalDate today) {
        return talos(release.minorVersion()).flatMap(one -> supportWarning("Talos", one, today));
    }

    /** Returns a warning if this Kubernetes release is past its support. */
    public Optional<String> kubernetesSupportWarning(ReleaseVersion release, LocalDate today) {
        return kubernetes(release.minorVersion()).flatMap(one -> supportWarning("Kubernetes", one, today));
    }

    private static Optional<String> supportWarning(String product, ListedMinor minor, LocalDate today) {
        return minor.supportedUntil()
                .filter(end -> today.isAfter(end))
                .map(end -> "%s %s has received no fixes since %s".formatted(product, minor.minor(), end));
    }
}
