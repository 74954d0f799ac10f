package dev.butlerlabs.core.provider;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;

/**
 * Identifies a boot image by its content. Two images with the same ID are interchangeable, so clusters share one. Immutable.
 *
 * @param schematic ID of the Image Factory schematic
 * @param version Talos version, such as {@code v1.12.1}
 * @param architecture CPU architecture, such as {@code amd64}
 * @param platform Talos platform, such as {@code nocloud}
 * @param format file format with its compression, such as {@code qcow2} or {@code raw.xz}
 */
public record ImageId(String schematic, String version, String architecture, String platform, String format) {
    private static final int SHORT_SCHEMATIC = 8;
    private static final int DIGEST_BITS = 256;
    private static final int BITS_PER_CHARACTER = 5;

    public ImageId {
        Objects.requireNonNull(schematic, "schematic");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(architecture, "architecture");
        Objects.requireNonNull(platform, "platform");
        Objects.requireNonNull(format, "format");
    }

    /**
     * Returns the digest for ownership tags: the whole SHA-256 of the fields in lower-case letters and digits. Its 52 characters
     * are a valid label or tag on every infrastructure.
     */
    public String digest() {
        String content = String.join("\n", schematic, version, architecture, platform, format);
        BigInteger number = new BigInteger(1, sha256(content));
        int length = (DIGEST_BITS + BITS_PER_CHARACTER - 1) / BITS_PER_CHARACTER;
        String digits = number.toString(1 << BITS_PER_CHARACTER);
        return "0".repeat(length - digits.length()) + digits;
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /** Returns the file name of the artifact in the Image Factory, such as {@code nocloud-amd64.qcow2}. */
    public String fileName() {
        return platform + "-" + architecture + "." + format;
    }

    /** Returns the default name of the image on the infrastructure. It is for people: different images can have the same name. */
    public String usualName() {
        String shortSchematic = schematic.substring(0, Math.min(SHORT_SCHEMATIC, schematic.length()));
        return String.join("-", platform, version, architecture, shortSchematic, "butler");
    }

    @Override
    public String toString() {
        return "Talos %s for %s/%s (%s), schematic %s".formatted(version, platform, architecture, format, schematic);
    }
}
