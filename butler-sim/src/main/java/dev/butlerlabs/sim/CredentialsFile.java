package dev.butlerlabs.sim;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A credentials file that only its owner can read; closing it deletes the file.
 *
 * <p>A single credential, such as a kubeconfig, is written unchanged; several are written as YAML.
 *
 * @param content describes the content in messages
 */
record CredentialsFile(Path path, String content) implements AutoCloseable {
    static CredentialsFile write(Path path, Map<String, String> credentials) {
        Path absolute = path.toAbsolutePath();
        boolean whole = credentials.size() == 1;
        AtomicFile.write(absolute, whole ? credentials.values().iterator().next() : yaml(credentials));
        return new CredentialsFile(absolute, String.join(", ", new TreeMap<>(credentials).sequencedKeySet()));
    }

    private static String yaml(Map<String, String> credentials) {
        try {
            return new YAMLMapper().writeValueAsString(new TreeMap<>(credentials));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot serialize credentials", e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
