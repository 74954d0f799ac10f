package dev.butlerlabs.core.upgrade;

import dev.butlerlabs.core.upgrade.UpgradeHop.Product;
import dev.butlerlabs.core.version.MinorVersion;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.TalosMinor;
import dev.butlerlabs.core.version.VersionList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Finds the versions through which a cluster is upgraded: one minor version at a time, Talos first as long as it supports the running
 * Kubernetes version, then Kubernetes as long as Talos supports it, and so on.
 */
public final class UpgradeRoutePlanner {
    private final VersionList list;
    private final List<UpgradeHop> hops = new ArrayList<>();
    private final List<UpgradeBlocker> blockers = new ArrayList<>();
    private ReleaseVersion talos;
    private ReleaseVersion kubernetes;

    private UpgradeRoutePlanner(VersionList list, ReleaseVersion talos, ReleaseVersion kubernetes) {
        this.list = list;
        this.talos = talos;
        this.kubernetes = kubernetes;
    }

    /**
     * Finds the path. Pure function.
     *
     * @param talos the lowest Talos version of all nodes
     * @param kubernetes the lowest Kubernetes version of the control plane and the nodes
     */
    public static UpgradeRoute plan(
            VersionList list, ReleaseVersion talos, ReleaseVersion kubernetes, UpgradeTarget target) {
        UpgradeRoutePlanner planner = new UpgradeRoutePlanner(list, talos, kubernetes);
        ReleaseVersion wantedTalos = target.talos().orElse(talos);
        ReleaseVersion wantedKubernetes = target.kubernetes().orElse(kubernetes);
        planner.requireUpgrade(Product.TALOS, talos, wantedTalos);
        planner.requireUpgrade(Product.KUBERNETES, kubernetes, wantedKubernetes);
        planner.requireCompatible(wantedTalos, wantedKubernetes);
        if (planner.blockers.isEmpty()) {
            planner.walk(wantedTalos, wantedKubernetes);
        }
        return new UpgradeRoute(planner.hops, planner.blockers);
    }

    private void requireUpgrade(Product product, ReleaseVersion running, ReleaseVersion wanted) {
        if (wanted.compareTo(running) < 0) {
            block(
                    "%s cannot be downgraded from %s to %s.".formatted(product.title(), running, wanted),
                    "Request %s or newer.".formatted(running));
        }
        if (wanted.major() != running.major()) {
            block("No upgrade path leads from %s %s to %s.".formatted(product.title(), running, wanted), "");
        }
    }

    private void requireCompatible(ReleaseVersion wantedTalos, ReleaseVersion wantedKubernetes) {
        Optional<TalosMinor> listed = list.talos(wantedTalos.minorVersion());
        if (listed.isEmpty()) {
            block(
                    "The version list does not contain Talos %s.".formatted(wantedTalos.minorVersion()),
                    "Use a newer list: set BUTLER_VERSIONS to its path.");
            return;
        }
        listed.get().kubernetesObjection(wantedKubernetes.minorVersion()).ifPresent(objection -> {
            MinorVersion oldest = listed.get().kubernetes().oldest();
            MinorVersion newest = listed.get().kubernetes().newest();
            boolean isTooOld = wantedKubernetes.minorVersion().compareTo(oldest) < 0;
            block(
                    objection,
                    isTooOld
                            ? "Upgrade Kubernetes as well: add --kubernetes with a version from %s to %s."
                                    .formatted(oldest, newest)
                            : list.talosFor(wantedKubernetes.minorVersion())
                                    .map(release -> "Upgrade Talos as well: add --talos %s.".formatted(release))
                                    .orElse("Request Kubernetes %s or older.".formatted(newest)));
        });
    }

    private void walk(ReleaseVersion wantedTalos, ReleaseVersion wantedKubernetes) {
        int before = -1;
        while (before != hops.size()) {
            before = hops.size();
            advance(() -> hopTalos(wantedTalos));
            advance(() -> hopKubernetes(wantedKubernetes));
        }
        if (!talos.equals(wantedTalos) || !kubernetes.equals(wantedKubernetes)) {
            block(
                    "No path leads from Talos %s with Kubernetes %s to Talos %s with Kubernetes %s."
                            .formatted(talos, kubernetes, wantedTalos, wantedKubernetes),
                    "Use a newer version list, or request older versions.");
        }
    }

    private static void advance(BooleanSupplier hop) {
        boolean hasMoved = hop.getAsBoolean();
        while (hasMoved) {
            hasMoved = hop.getAsBoolean();
        }
    }

    private boolean hopTalos(ReleaseVersion wanted) {
        Optional<ReleaseVersion> next = next(
                talos,
                wanted,
                minor -> list.talos(minor)
                        .filter(one -> one.hostObjection(talos.minorVersion()).isEmpty())
                        .filter(one -> one.kubernetes().contains(kubernetes.minorVersion()))
                        .flatMap(TalosMinor::latest));
        next.ifPresent(to -> {
            hops.add(new UpgradeHop(Product.TALOS, talos, to, talosReason(to)));
            talos = to;
        });
        return next.isPresent();
    }

    private String talosReason(ReleaseVersion to) {
        if (to.isSameMinor(talos)) {
            return "patch release";
        }
        TalosMinor.KubernetesRange range =
                list.talos(to.minorVersion()).orElseThrow().kubernetes();
        return "next minor version, supports Kubernetes %s to %s".formatted(range.oldest(), range.newest());
    }

    private boolean hopKubernetes(ReleaseVersion wanted) {
        Optional<TalosMinor> running = list.talos(talos.minorVersion());
        Optional<ReleaseVersion> next = next(
                kubernetes,
                wanted,
                minor -> running.filter(one -> one.kubernetes().contains(minor)).flatMap(_ -> latestKubernetes(minor)));
        next.ifPresent(to -> {
            hops.add(new UpgradeHop(Product.KUBERNETES, kubernetes, to, kubernetesReason(to)));
            kubernetes = to;
        });
        return next.isPresent();
    }

    /** The first release of a minor version always exists, also if the list does not name it. */
    private Optional<ReleaseVersion> latestKubernetes(MinorVersion minor) {
        return list.kubernetes(minor)
                .flatMap(one -> one.latest())
                .or(() -> Optional.of(new ReleaseVersion(minor.major(), minor.minor(), 0)));
    }

    private String kubernetesReason(ReleaseVersion to) {
        return to.isSameMinor(kubernetes)
                ? "patch release"
                : "next minor version, supported by Talos %s".formatted(talos.minorVersion());
    }

    /** Chooses the release of a minor version that can follow. */
    private interface Releases {
        Optional<ReleaseVersion> of(MinorVersion minor);
    }

    /** Returns the requested release if it has the same or the next minor version, otherwise a release of the next one. */
    private static Optional<ReleaseVersion> next(ReleaseVersion running, ReleaseVersion wanted, Releases releases) {
        if (running.equals(wanted)) {
            return Optional.empty();
        }
        if (wanted.isSameMinor(running)) {
            return Optional.of(wanted);
        }
        MinorVersion minor = running.minorVersion().next();
        return releases.of(minor).map(latest -> minor.equals(wanted.minorVersion()) ? wanted : latest);
    }

    private void block(String sentence, String fix) {
        blockers.add(new UpgradeBlocker(sentence, fix));
    }
}
