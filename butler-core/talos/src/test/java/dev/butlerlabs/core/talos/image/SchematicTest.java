package dev.butlerlabs.core.talos.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchematicTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | 376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba",
                "{customization: {extraKernelArgs: [noapic, nolapic]}} | 9cba8e32753f91a16c1837ab8abf356af021706ef284aef07380780177d9a06c",
                "{customization: {meta: [{value: foo, key: 10}]}} | d308a2a5ee2277bed5fbaa104fcbc8d59122abfa737df987a95b4ca763459a7f",
                "{overlay: {name: rpi_generic, image: siderolabs/sbc-raspberrypi}} | ee21ef4a5ef808a9b7484cc0dda0f25075021691c8c09a276591eedb638ea1f9",
                "{customization: {secureboot: {includeWellKnownCertificates: true}}} | fa8e05f142a851d3ee568eb0a8e5841eaf6b0ebc8df9a63df16ac5ed2c04f3e6",
                "{customization: {systemExtensions: {officialExtensions: [siderolabs/qemu-guest-agent]}}} | ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925d67c7515",
                "{customization: {systemExtensions: {officialExtensions: [siderolabs/iscsi-tools, siderolabs/qemu-guest-agent]}}} | dc7b152cb3ea99b821fcb7340ce7168313ce393d663740b791c36f6e95fc8586",
                "{customization: {systemExtensions: {officialExtensions: [siderolabs/iscsi-tools, siderolabs/qemu-guest-agent, siderolabs/util-linux-tools]}}} | 88d1f7a5c4f1d3aba7df787c448c1d3d008ed29cfb34af53fa0df4336a56040b"
            })
    void hasTheIdThatTheFactoryGivesIt(String text, String id) {
        assertThat(Schematic.parse("schematic.yaml", text).id()).isEqualTo(id);
    }

    @Test
    void orderOfKeysDoesNotMatterButOrderOfListsDoes() {
        String one = Schematic.parse("a", "customization: {extraKernelArgs: [a, b], bootloader: grub}")
                .id();
        String two = Schematic.parse("b", "customization: {bootloader: grub, extraKernelArgs: [a, b]}")
                .id();
        String three = Schematic.parse("c", "customization: {bootloader: grub, extraKernelArgs: [b, a]}")
                .id();
        assertThat(one).isEqualTo(two).isNotEqualTo(three);
    }

    @Test
    void namesEverythingThatIsWrong() {
        ButlerException failure = catchThrowableOfType(
                ButlerException.class,
                () -> Schematic.parse("s.yaml", "customization: {extraKernelArgs: noapic, extensions: []}\nname: x"));
        assertThat(failure.problems())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder(
                        "name: is not a known key",
                        "customization.extensions: is not a known key",
                        "customization.extraKernelArgs: must be a list");
    }

    @Test
    void namesTheInstallerOfAPlatform() {
        String id = Schematic.plain().id();
        assertThat(Schematic.installer(id, "nocloud", false, "1.13.9"))
                .isEqualTo("factory.talos.dev/nocloud-installer/" + id + ":v1.13.9");
        assertThat(Schematic.installer(id, "metal", true, "v1.12.4"))
                .isEqualTo("factory.talos.dev/metal-installer-secureboot/" + id + ":v1.12.4");
        assertThat(Schematic.installer(id, "metal", false, "v1.9.3"))
                .isEqualTo("factory.talos.dev/installer/" + id + ":v1.9.3");
    }
}
