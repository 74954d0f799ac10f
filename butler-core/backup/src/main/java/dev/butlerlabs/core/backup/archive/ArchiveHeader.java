package dev.butlerlabs.core.backup.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;

/**
 * The readable part of a backup. It is authenticated with the key, but not encrypted.
 *
 * @param cluster name of the cluster
 * @param butlerVersion version of the tool that wrote the backup
 * @param derivation how the key is derived
 */
public record ArchiveHeader(String cluster, Instant time, String butlerVersion, KeyDerivation derivation) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CIPHER = "AES-256-GCM-STREAM";

    public ArchiveHeader {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(butlerVersion, "butlerVersion");
        Objects.requireNonNull(derivation, "derivation");
    }

    byte[] encode() {
        ObjectNode tree = JSON.createObjectNode();
        tree.put("cluster", cluster);
        tree.put("time", time.toString());
        tree.put("butlerVersion", butlerVersion);
        tree.put("cipher", CIPHER);
        tree.put("chunkBytes", ChunkCipher.CHUNK_BYTES);
        ObjectNode key = tree.putObject("key");
        key.put("source", derivation.source().word());
        key.put("kdf", derivation.source().kdf());
        if (derivation.source() == KeySource.PASSPHRASE) {
            key.put("iterations", derivation.iterations());
        }
        key.put("salt", derivation.salt());
        try {
            return JSON.writeValueAsBytes(tree);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalArgumentException if the text is not a header of this format */
    static ArchiveHeader decode(byte[] text) {
        try {
            JsonNode tree = JSON.readTree(text);
            requireSupported(tree);
            JsonNode key = tree.path("key");
            KeySource source = KeySource.of(key.path("source").asText());
            if (!key.path("kdf").asText().equals(source.kdf())) {
                throw new IllegalArgumentException("unknown key derivation");
            }
            return new ArchiveHeader(
                    tree.path("cluster").asText(),
                    Instant.parse(tree.path("time").asText()),
                    tree.path("butlerVersion").asText(),
                    new KeyDerivation(
                            source,
                            key.path("iterations").asInt(),
                            key.path("salt").asText()));
        } catch (IOException | DateTimeException e) {
            throw new IllegalArgumentException("not a header", e);
        }
    }

    private static void requireSupported(JsonNode tree) {
        if (!tree.path("cipher").asText().equals(CIPHER)
                || tree.path("chunkBytes").asInt() != ChunkCipher.CHUNK_BYTES) {
            throw new IllegalArgumentException("unknown cipher");
        }
    }
}
