package dev.butlerlabs.sim;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.core.kube.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Credentials in a file that only its owner can read, for as long as they are good for anything. A file that others' programs know,
 * such as a kubeconfig, is written as it is; keys and values as YAML.
 *
 * @param content what is in the file, for people
 */
record CredentialsFile(Path path, String content) implements AutoCloseable {
    static CredentialsFile write(Path path, Map<String, String> credentials) {
        Path absolute = path.toAbsolutePath();
        boolean whole = credentials.size() == 1;
        WholeFile.write(absolute, whole ? credentials.values().iterator().next() : yaml(credentials));
        return new CredentialsFile(absolute, String.join(", ", new TreeMap<>(credentials).sequencedKeySet()));
    }

    private static String yaml(Map<String, String> credentials) {
        try {
            return new YAMLMapper().writeValueAsString(new TreeMap<>(credentials));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("credentials are texts", e);
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
