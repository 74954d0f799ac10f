package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class VhdReaderTest {
    private static byte[] gpt(long lastSector) {
        ByteBuffer start = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
        start.put(512, "EFI PART".getBytes(StandardCharsets.US_ASCII)).putLong(512 + 32, lastSector);
        return start.array();
    }

    @Test
    void thePartitionTableContainsTheSizeOfTheDisk() {
        assertThat(VhdReader.diskBytes(gpt((8L << 30) / 512 - 1), 1024)).isEqualTo(OptionalLong.of(8L << 30));
    }

    @Test
    void otherContentHasNoSize() {
        assertThat(VhdReader.diskBytes(new byte[1024], 1024)).isEmpty();
        assertThat(VhdReader.diskBytes(gpt(0), 1024)).isEmpty();
        assertThat(VhdReader.diskBytes(gpt(-1), 1024)).isEmpty();
        assertThat(VhdReader.diskBytes(gpt(Long.MAX_VALUE), 1024)).isEmpty();
        assertThat(VhdReader.diskBytes(gpt(100), 600)).as("too short").isEmpty();
    }
}
