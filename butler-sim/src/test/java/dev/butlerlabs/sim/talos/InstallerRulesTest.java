package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What installer images contain, and which machines they reject. */
class InstallerRulesTest {
    private static final String SCHEMATIC = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";

    @Test
    void takesVersionAndSchematicFromTheImage() {
        assertThat(SystemImage.parse("factory.talos.dev/metal-installer/" + SCHEMATIC + ":v1.13.9"))
                .contains(new SystemImage("v1.13.9", Optional.of(SCHEMATIC)));
        assertThat(SystemImage.parse("factory.talos.dev/installer-secureboot/" + SCHEMATIC + ":v1.9.5"))
                .contains(new SystemImage("v1.9.5", Optional.of(SCHEMATIC)));
        assertThat(SystemImage.parse("127.0.0.1:5000/installer:v1.14.0-beta.1"))
                .contains(SystemImage.plain("v1.14.0-beta.1"));
        assertThat(SystemImage.parse("ghcr.io/siderolabs/installer:v1.13.9")).contains(SystemImage.plain("v1.13.9"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "v1.13.9", "ghcr.io/siderolabs/installer", "example.org/nothing:latest", "a b/c:v1.2.3"})
    void doesNotUseMalformedImages(String reference) {
        assertThat(SystemImage.parse(reference)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
            v1.8.3  | v1.9.5  | v1.31.4 | -
            v1.12.4 | v1.13.9 | v1.35.0 | -
            v1.13.9 | v1.12.4 | v1.35.0 | -
            v1.7.6  | v1.9.5  | v1.30.0 | host version 1.7.6 is too old to upgrade to Talos 1.9.5
            v1.14.0 | v1.12.4 | v1.35.0 | host version 1.14.0 is too new to downgrade to Talos 1.12.4
            v1.13.9 | v9.0.0  | v1.35.0 | upgrades to version 9.0.0 are not supported
            v1.12.4 | v1.14.0 | v1.31.0 | version of Kubernetes 1.31.0 is too old to be used with Talos 1.14.0
            v1.13.9 | v1.12.4 | v1.36.0 | version of Kubernetes 1.36.0 is too new to be used with Talos 1.12.4
            """)
    void rejectsWhatTalosRejects(String host, String target, String kubernetes, String objection) {
        assertThat(InstallerRules.objection(
                        host, SystemImage.plain(target), List.of("ghcr.io/siderolabs/kubelet:" + kubernetes)))
                .isEqualTo(Optional.ofNullable(objection));
    }

    @Test
    void keepsTheReplacedVersionInTheOtherSlot() {
        SystemDisk disk = new SystemDisk(SystemImage.plain("v1.12.4"));
        assertThat(disk.revert()).isFalse();
        disk.install(SystemImage.plain("v1.13.9"), SystemDisk.FirstBoot.SUCCEEDS);
        assertThat(disk.active().version()).isEqualTo("v1.12.4");
        assertThat(disk.boot()).isEqualTo(SystemDisk.FirstBoot.SUCCEEDS);
        assertThat(disk.active().version()).isEqualTo("v1.13.9");
        assertThat(disk.revert()).isTrue();
        assertThat(disk.active().version()).isEqualTo("v1.12.4");
        assertThat(disk.other()).map(SystemImage::version).contains("v1.13.9");
    }

    @Test
    void fallsBackWhenTheNewVersionDoesNotBoot() {
        SystemDisk disk = new SystemDisk(SystemImage.plain("v1.12.4"));
        disk.install(SystemImage.plain("v1.13.9"), SystemDisk.FirstBoot.FALLS_BACK);
        assertThat(disk.boot()).isEqualTo(SystemDisk.FirstBoot.FALLS_BACK);
        assertThat(disk.active().version()).isEqualTo("v1.12.4");
        assertThat(disk.boot()).isEqualTo(SystemDisk.FirstBoot.SUCCEEDS);
    }
}
