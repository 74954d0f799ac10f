package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RawDiskSizeTest {
    private static byte[] disk(long lastSector) {
        ByteBuffer disk = ByteBuffer.allocate(2048).order(ByteOrder.LITTLE_ENDIAN);
        disk.put(512, "EFI PART".getBytes(StandardCharsets.US_ASCII)).putLong(512 + 32, lastSector);
        return disk.array();
    }

    @ParameterizedTest
    @CsvSource({"2047, 1", "2097151, 1", "2097152, 2", "2551807, 2", "16777215, 8"})
    void theSizeFollowsFromTheLastSector(long lastSector, int gib) {
        assertThat(RawDiskSize.gib(disk(lastSector), 2048)).isEqualTo(gib);
    }

    @Test
    void contentThatIsNotADiskIsRejected() {
        assertRejected(new byte[2048], 2048);
        assertRejected(disk(2047), 600);
        assertRejected(disk(-5), 2048);
        assertRejected(disk(Long.MAX_VALUE - 1), 2048);
        assertRejected(new byte[0], 0);
    }

    private static void assertRejected(byte[] start, int length) {
        assertThat(catchThrowableOfType(ButlerException.class, () -> RawDiskSize.gib(start, length))
                        .code())
                .isEqualTo(ErrorCode.INVALID_INPUT);
    }
}
