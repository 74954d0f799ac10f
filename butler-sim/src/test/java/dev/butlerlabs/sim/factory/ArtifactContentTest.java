package dev.butlerlabs.sim.factory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArtifactContentTest {
    private static final int BYTES = 300_000;

    private static ArtifactPath path(String file) {
        return new ArtifactPath(SimulatedImageFactory.PLAIN, "v1.12.1", file);
    }

    private static byte[] bytes(ArtifactContent content) throws IOException {
        try (InputStream stream = content.open(0, content.length())) {
            return stream.readAllBytes();
        }
    }

    private static byte[] unpacked(String file) throws IOException {
        byte[] packed = bytes(ArtifactContent.of(path(file), BYTES));
        try (InputStream stream = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return stream.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nocloud-amd64.qcow2", "gcp-amd64.raw.tar.gz", "azure-amd64.vhd.gz", "aws-amd64.raw.gz"})
    void everyPositionCanBeReadAlone(String file) throws IOException {
        ArtifactContent content = ArtifactContent.of(path(file), BYTES);
        byte[] whole = bytes(content);
        assertThat(whole).hasSize((int) content.length());
        for (int from :
                new int[] {0, 1, 9, 10, 14, 15, 500, 32_782, 32_783, 65_563, whole.length - 9, whole.length - 3}) {
            int end = Math.min(whole.length, from + 70_000);
            try (InputStream part = content.open(from, end)) {
                assertThat(part.readAllBytes()).as("from %d", from).isEqualTo(Arrays.copyOfRange(whole, from, end));
            }
        }
    }

    @Test
    void theVhdHasAFooterAndAPartitionTableThatContainsItsSize() throws IOException {
        byte[] vhd = unpacked("azure-amd64.vhd.gz");
        long disk = 20L << 20;
        assertThat(vhd).hasSize((int) disk + 512);
        assertThat(new String(vhd, (int) disk, 8, StandardCharsets.US_ASCII)).isEqualTo("conectix");
        ByteBuffer footer = ByteBuffer.wrap(vhd, (int) disk, 512).slice();
        assertThat(footer.getLong(48)).as("current size").isEqualTo(disk);
        assertThat(footer.getInt(60)).as("type: fixed").isEqualTo(2);
        assertThat(ByteBuffer.wrap(vhd).order(ByteOrder.LITTLE_ENDIAN).getLong(512 + 32))
                .as("last sector")
                .isEqualTo(disk / 512 - 1);
    }

    @Test
    void theArchiveContainsASparseDisk() throws IOException {
        byte[] tar = unpacked("gcp-amd64.raw.tar.gz");
        assertThat(new String(tar, 0, 9, StandardCharsets.US_ASCII)).isEqualTo("disk.raw\0");
        assertThat(new String(tar, 257, 8, StandardCharsets.US_ASCII)).isEqualTo("ustar  \0");
        assertThat(tar.length % 512).isZero();
        assertThat(Long.parseLong(new String(tar, 483, 12, StandardCharsets.US_ASCII), 8))
                .isEqualTo(8L << 30);
    }
}
