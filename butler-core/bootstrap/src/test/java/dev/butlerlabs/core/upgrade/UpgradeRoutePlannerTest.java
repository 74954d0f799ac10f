package dev.butlerlabs.core.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.upgrade.UpgradeHop.Product;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.TalosMinor;
import dev.butlerlabs.core.version.VersionList;
import dev.butlerlabs.core.version.VersionListSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradeRoutePlannerTest {
    private static final VersionList LIST = VersionListSource.builtIn();

    @Test
    void alternatesWhereTheMatrixRequiresIt() {
        UpgradeRoute route = plan("v1.8.3", "v1.30.2", "v1.14.1", "v1.37.2");

        assertThat(route.blockers()).isEmpty();
        assertThat(texts(route))
                .containsExactly(
                        "Talos v1.8.3 -> v1.9.5",
                        "Talos v1.9.5 -> v1.10.9",
                        "Talos v1.10.9 -> v1.11.6",
                        "Talos v1.11.6 -> v1.12.7",
                        "Kubernetes v1.30.2 -> v1.31.14",
                        "Kubernetes v1.31.14 -> v1.32.13",
                        "Kubernetes v1.32.13 -> v1.33.13",
                        "Kubernetes v1.33.13 -> v1.34.13",
                        "Kubernetes v1.34.13 -> v1.35.10",
                        "Talos v1.12.7 -> v1.13.9",
                        "Talos v1.13.9 -> v1.14.1",
                        "Kubernetes v1.35.10 -> v1.36.6",
                        "Kubernetes v1.36.6 -> v1.37.2");
    }

    /** Every state on the path is one that Talos accepts, from every pair of versions that can run. */
    @Test
    void everyStateOnEveryPathIsCompatible() {
        LIST.talos().stream()
                .filter(one -> one.minor().minor() >= 8)
                .flatMap(one -> one.latest().stream())
                .forEach(talos -> LIST.kubernetes().stream()
                        .filter(one -> listed(talos).kubernetes().contains(one.minor()))
                        .flatMap(one -> one.latest().stream())
                        .forEach(kubernetes -> requireSound(talos, kubernetes)));
    }

    private static void requireSound(ReleaseVersion startTalos, ReleaseVersion startKubernetes) {
        ReleaseVersion talos = startTalos;
        ReleaseVersion kubernetes = startKubernetes;
        UpgradeRoute route = UpgradeRoutePlanner.plan(
                LIST,
                talos,
                kubernetes,
                new UpgradeTarget(Optional.of(LIST.defaultTalos()), Optional.of(LIST.defaultKubernetes())));
        assertThat(route.blockers()).isEmpty();
        for (UpgradeHop hop : route.hops()) {
            assertThat(hop.to().minor() - hop.from().minor()).isBetween(0, 1);
            if (hop.product() == Product.TALOS) {
                assertThat(hop.from()).isEqualTo(talos);
                assertThat(listed(hop.to()).hostObjection(talos.minorVersion())).isEmpty();
                talos = hop.to();
            } else {
                assertThat(hop.from()).isEqualTo(kubernetes);
                kubernetes = hop.to();
            }
            assertThat(listed(talos).kubernetesObjection(kubernetes.minorVersion()))
                    .isEmpty();
        }
        assertThat(talos).isEqualTo(LIST.defaultTalos());
        assertThat(kubernetes).isEqualTo(LIST.defaultKubernetes());
    }

    @Test
    void aPatchReleaseIsOneStep() {
        UpgradeRoute route = plan("v1.14.0", "v1.37.0", "v1.14.1", "v1.37.2");

        assertThat(route.hops()).extracting(UpgradeHop::reason).containsExactly("patch release", "patch release");
    }

    @Test
    void nothingToDoIsAnEmptyPath() {
        assertThat(plan("v1.14.1", "v1.37.2", "v1.14.1", "v1.37.2")).isEqualTo(new UpgradeRoute(List.of(), List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1.14.1 | v1.37.2 | v1.13.9 | v1.37.2 | Talos cannot be downgraded from v1.14.1 to v1.13.9. | Request v1.14.1 or newer.",
                "v1.14.1 | v1.37.2 | v1.14.1 | v1.36.6 | Kubernetes cannot be downgraded from v1.37.2 to v1.36.6. | Request v1.37.2 or newer.",
                "v1.12.1 | v1.30.2 | v1.14.1 | v1.30.2 | Talos 1.14 does not support Kubernetes 1.30: supported are 1.32 to 1.37. | Upgrade Kubernetes as well: add --kubernetes with a version from 1.32 to 1.37.",
                "v1.12.1 | v1.35.4 | v1.12.1 | v1.37.2 | Talos 1.12 does not support Kubernetes 1.37: supported are 1.30 to 1.35. | Upgrade Talos as well: add --talos v1.14.1.",
                "v1.14.1 | v1.37.2 | v1.99.0 | v1.37.2 | The version list does not contain Talos 1.99. | Use a newer list: set BUTLER_VERSIONS to its path."
            })
    void saysWhatPreventsIt(
            String talos, String kubernetes, String wantedTalos, String wantedKubernetes, String sentence, String fix) {
        UpgradeRoute route = plan(talos, kubernetes, wantedTalos, wantedKubernetes);

        assertThat(route.hops()).isEmpty();
        assertThat(route.blockers()).contains(new UpgradeBlocker(sentence, fix));
    }

    private static UpgradeRoute plan(String talos, String kubernetes, String wantedTalos, String wantedKubernetes) {
        return UpgradeRoutePlanner.plan(
                LIST,
                release(talos),
                release(kubernetes),
                new UpgradeTarget(Optional.of(release(wantedTalos)), Optional.of(release(wantedKubernetes))));
    }

    private static TalosMinor listed(ReleaseVersion talos) {
        return LIST.talos(talos.minorVersion()).orElseThrow();
    }

    private static List<String> texts(UpgradeRoute route) {
        return route.hops().stream()
                .map(hop -> "%s %s -> %s".formatted(hop.product().title(), hop.from(), hop.to()))
                .toList();
    }

    private static ReleaseVersion release(String text) {
        return ReleaseVersion.find(text).orElseThrow();
    }
}
