package dev.butlerlabs.core.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.butlerlabs.core.error.ButlerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionListTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 17);
    private static final String SMALL = """
            updated: 2027-01-10
            talos:
              - minor: "1.15"
                releases: [v1.15.3, v1.15.0]
                kubernetes: {oldest: "1.33", newest: "1.38", default: v1.38.0}
                upgradeFrom: "1.13"
                downgradeFrom: "1.16"
            kubernetes:
              - {minor: "1.38", releases: [v1.38.0], supportedUntil: 2028-02-28}
              - {minor: "1.39", releases: [v1.39.0]}
            """;

    @TempDir
    Path directory;

    @Test
    void theDefaultsAreTheNewestReleasesThatWorkTogether() {
        VersionList list = VersionListReader.read("file", SMALL);

        assertThat(list.defaultTalos()).hasToString("v1.15.3");
        assertThat(list.defaultKubernetes()).hasToString("v1.38.0");
    }

    @Test
    void theDefaultsOfTheBuiltInListAreSupportedAndCompatible() {
        VersionList list = VersionListSource.builtIn();
        TalosMinor talos = list.talos(list.defaultTalos().minorVersion()).orElseThrow();
        KubernetesMinor kubernetes =
                list.kubernetes(list.defaultKubernetes().minorVersion()).orElseThrow();

        assertThat(talos.isSupported(list.updated())).isTrue();
        assertThat(kubernetes.isSupported(list.updated())).isTrue();
        assertThat(talos.kubernetesObjection(kubernetes.minor())).isEmpty();
    }

    /** A Talos version that Butler can configure has a release and a default Kubernetes version. */
    @Test
    void everyConfigurableTalosVersionIsComplete() {
        for (int minor = VersionContract.OLDEST.minor(); minor <= VersionContract.NEWEST.minor(); minor++) {
            TalosMinor talos = VersionListSource.builtIn()
                    .talos(new MinorVersion(1, minor))
                    .orElseThrow();

            assertThat(talos.releases()).as("Talos 1.%d", minor).isNotEmpty();
            assertThat(talos.kubernetes().usual())
                    .hasValueSatisfying(usual -> assertThat(talos.kubernetesObjection(usual.minorVersion()))
                            .isEmpty());
        }
    }

    @Test
    void warnsAfterTheLastDayOfSupport() {
        VersionList list = VersionListSource.builtIn();
        ReleaseVersion release = new ReleaseVersion(1, 34, 1);

        assertThat(list.kubernetesSupportWarning(release, LocalDate.of(2026, 10, 27)))
                .isEmpty();
        assertThat(list.kubernetesSupportWarning(release, LocalDate.of(2026, 10, 28)))
                .contains("Kubernetes 1.34 has received no fixes since 2026-10-27");
        assertThat(list.talosSupportWarning(new ReleaseVersion(1, 8, 3), TODAY))
                .contains("Talos 1.8 has received no fixes since 2024-12-17");
        assertThat(list.kubernetesSupportWarning(new ReleaseVersion(1, 99, 0), TODAY))
                .isEmpty();
    }

    @Test
    void aFileReplacesTheListButNotTheAddonsItDoesNotName() throws IOException {
        Path file = Files.writeString(directory.resolve("versions.yaml"), SMALL + "addons: {cilium: 1.20.2}\n");

        VersionList list = VersionListSource.load(Optional.of(file.toString()));

        assertThat(list.defaultTalos()).hasToString("v1.15.3");
        assertThat(list.addons()).containsEntry("cilium", "1.20.2").containsKey("cert-manager");
    }

    @Test
    void reportsEveryProblemAtOnce() {
        String text = SMALL.replace("[v1.15.3, v1.15.0]", "[v1.14.3, new]")
                .replace("2028-02-28", "soon")
                .replace("upgradeFrom: \"1.13\"", "upgradeFrom: 1.13")
                .replace("updated", "update")
                .replace("downgradeFrom: \"1.16\"", "");

        assertThatThrownBy(() -> VersionListReader.read("file", text))
                .asInstanceOf(type(ButlerException.class))
                .satisfies(
                        e -> assertThat(e.problems())
                                .extracting(Object::toString)
                                .containsExactlyInAnyOrder(
                                        "update: is not a field of the list",
                                        "talos[0].releases: \"v1.14.3\" is not a release of 1.15",
                                        "talos[0].releases: \"new\" is not a release of 1.15",
                                        "talos[0].upgradeFrom: invalid value \"1.13\" (must be a minor version in quotes, such as \"1.14\")",
                                        "talos[0].downgradeFrom: is missing",
                                        "kubernetes[0].supportedUntil: invalid value \"soon\" (must be a date such as 2026-11-17)"));
    }

    @Test
    void requiresVersionsThatWorkTogether() {
        assertThatThrownBy(() -> VersionListReader.read(
                        "file",
                        SMALL.replace("\"1.38\", releases", "\"1.32\", releases")
                                .replace("[v1.38.0]", "[v1.32.0]")))
                .asInstanceOf(type(ButlerException.class))
                .satisfies(e -> assertThat(e.problems())
                        .extracting(Object::toString)
                        .containsExactly("kubernetes: contains no release that Talos 1.15 supports"));
    }

    @Test
    void anUnreadableFileIsInvalidInput() {
        assertThatThrownBy(() -> VersionListSource.load(
                        Optional.of(directory.resolve("none.yaml").toString())))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("Cannot read the version list");
    }
}
