package dev.butlerlabs.core.provider.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageSource;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxmoxImageFileTest {
    private static final ImageId ID = new ImageId("ce4c980d", "v1.12.1", "amd64", "nocloud", "qcow2");
    private static final ImageSource DOWNLOAD = new ImageSource.Download(URI.create("https://factory.test/image"));

    private static String name(String name, ImageSource source) {
        return ProxmoxImageFile.name(new BootImageSpec(ID, name, source));
    }

    @Test
    void nameOfADownloadEndsWithTheDigest() {
        String name = name(ID.usualName(), DOWNLOAD);
        assertThat(name)
                .isEqualTo("nocloud-v1.12.1-amd64-ce4c980d-butler.butler-" + ID.digest() + ".qcow2")
                .matches("[a-zA-Z0-9\\-.+=_]+\\.(ova|qcow2|raw|vmdk)");
        assertThat(ProxmoxImageFile.parse(name)).contains(new ProxmoxImageFile(ID.digest(), Optional.empty()));
    }

    @Test
    void nameOfAnUploadContainsItsLength() {
        String name = name("talos", new ImageSource.Upload(1234, InputStream::nullInputStream));
        assertThat(name).isEqualTo("talos.butler-" + ID.digest() + "-1234.qcow2");
        assertThat(ProxmoxImageFile.parse(name)).contains(new ProxmoxImageFile(ID.digest(), Optional.of(1234L)));
    }

    @ParameterizedTest
    @CsvSource({"'../../etc/passwd', etc_passwd", "Talos für alle, Talos_f_r_alle", "'-', image", "'', image"})
    void charactersThatProxmoxReplacesAreReplaced(String name, String start) {
        assertThat(name(name, DOWNLOAD)).startsWith(start + ".butler-");
    }

    @Test
    void nameFitsIntoTheLimitOfProxmox() {
        assertThat(name("x".repeat(1000), new ImageSource.Upload(Long.MAX_VALUE / 10, InputStream::nullInputStream)))
                .hasSizeLessThan(255);
    }

    @Test
    void filesWithoutTheTagBelongToOthers() {
        assertThat(ProxmoxImageFile.parse("nocloud-amd64.qcow2")).isEmpty();
        assertThat(ProxmoxImageFile.parse("talos.butler-" + ID.digest().substring(1) + ".qcow2"))
                .isEmpty();
        assertThat(ProxmoxImageFile.parse("talos.butler-" + ID.digest() + ".qcow2.tmp_dwnl.4711"))
                .isEmpty();
        ImageId other = new ImageId("ce4c980d", "v1.12.2", "amd64", "nocloud", "qcow2");
        assertThat(ProxmoxImageFile.isOf(name("talos", DOWNLOAD), other)).isFalse();
    }
}
