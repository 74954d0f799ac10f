package dev.butlerlabs.core.talos.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InstallerImageTest {
    private static final String ID = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";
    private static final String OTHER_ID = "4a65e4f0a1d2e3c4b5a697887766554433221100ffeeddccbbaa998877665544";
    private static final ReleaseVersion OLD = new ReleaseVersion(1, 9, 5);
    private static final ReleaseVersion NEW = new ReleaseVersion(1, 13, 9);

    @Test
    void usesThePlainInstallerWithoutASchematic() {
        assertThat(InstallerImage.of(Optional.empty(), Optional.empty(), "metal", NEW))
                .isEqualTo("ghcr.io/siderolabs/installer:v1.13.9");
        assertThat(InstallerImage.of(
                        Optional.of("mirror.example:5000/siderolabs/installer:v1.12.7@sha256:01"),
                        Optional.empty(),
                        "metal",
                        NEW))
                .isEqualTo("mirror.example:5000/siderolabs/installer:v1.13.9");
    }

    @Test
    void keepsTheSchematicThatTheMachineReports() {
        assertThat(InstallerImage.of(Optional.empty(), Optional.of(ID), "nocloud", NEW))
                .isEqualTo("factory.talos.dev/nocloud-installer/%s:v1.13.9".formatted(ID));
        assertThat(InstallerImage.of(
                        Optional.of("factory.talos.dev/installer/%s:v1.9.5".formatted(OTHER_ID)),
                        Optional.of(ID),
                        "metal",
                        NEW))
                .isEqualTo("factory.talos.dev/metal-installer/%s:v1.13.9".formatted(ID));
    }

    @Test
    void keepsTheFactoryThePlatformAndSecureBoot() {
        assertThat(InstallerImage.of(
                        Optional.of("mirror.example/proxy/aws-installer-secureboot/%s:v1.12.7".formatted(ID)),
                        Optional.empty(),
                        "metal",
                        NEW))
                .isEqualTo("mirror.example/proxy/aws-installer-secureboot/%s:v1.13.9".formatted(ID));
    }

    @Test
    void olderVersionsHaveOneInstallerForAllPlatforms() {
        assertThat(InstallerImage.of(Optional.empty(), Optional.of(ID), "metal", OLD))
                .isEqualTo("factory.talos.dev/installer/%s:v1.9.5".formatted(ID));
    }
}
