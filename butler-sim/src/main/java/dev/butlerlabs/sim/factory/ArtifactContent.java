package dev.butlerlabs.sim.factory;

import java.io.InputStream;
import java.util.Objects;

/** The content of an artifact, whose bytes can be computed at any position. The same artifact always has the same bytes. */
interface ArtifactContent {
    int SECTOR = 512;

    long length();

    /** Fills a part of a buffer with the bytes from a position on; all of them exist. */
    void fill(long position, byte[] buffer, int offset, int count);

    /** Returns the content of an artifact, in the format of its file. */
    static ArtifactContent of(ArtifactPath artifact, long imageBytes) {
        return artifact.file().endsWith(".gz")
                ? new GzipContent(disk(artifact, imageBytes))
                : disk(artifact, imageBytes);
    }

    /** Returns the content of an artifact without its compression. */
    static ArtifactContent disk(ArtifactPath artifact, long imageBytes) {
        String format = artifact.file().replaceFirst("^[^.]*\\.", "");
        return switch (format) {
            case "vhd.gz", "vhd" -> new VhdContent(artifact.seed(), imageBytes);
            case "raw.gz" -> new RawDiskContent(artifact.seed(), imageBytes);
            case "raw.tar.gz" -> new DiskTarContent(artifact.seed(), imageBytes);
            default -> new GeneratedContent(artifact.seed(), imageBytes);
        };
    }

    /**
     * Returns the bytes of a part.
     *
     * @param from position of the first byte
     * @param end position after the last byte
     */
    default InputStream open(long from, long end) {
        return new InputStream() {
            private long position = from;

            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                Objects.checkFromIndexSize(offset, length, bytes.length);
                int count = (int) Math.min(length, end - position);
                if (count <= 0) {
                    return length == 0 ? 0 : -1;
                }
                fill(position, bytes, offset, count);
                position += count;
                return count;
            }
        };
    }
}
