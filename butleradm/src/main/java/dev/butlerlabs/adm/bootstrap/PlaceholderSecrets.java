package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.config.ConfigEnvironment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Placeholder secrets for rehearsals, which never authenticate to a real system. */
final class PlaceholderSecrets {
    private static final String ANYTHING = "rehearsal";
    /** Files are parsed on reading. This one is a kubeconfig that points to a closed port, and the credentials of a Google user. */
    private static final String ANY_FILE = """
            {"type": "authorized_user", "client_id": "rehearsal", "client_secret": "rehearsal", "refresh_token": "rehearsal",
             "apiVersion": "v1", "kind": "Config", "current-context": "rehearsal",
             "clusters": [{"name": "rehearsal", "cluster": {"server": "https://127.0.0.1:1"}}],
             "users": [{"name": "rehearsal", "user": {"token": "rehearsal"}}],
             "contexts": [{"name": "rehearsal", "context": {"cluster": "rehearsal", "user": "rehearsal"}}]}
            """;

    private PlaceholderSecrets() {}

    /** Returns surroundings in which missing variables and files have placeholder values. */
    static ConfigEnvironment in(ConfigEnvironment real) {
        return new ConfigEnvironment(
                name -> real.variables().apply(name).or(() -> Optional.of(ANYTHING)),
                PlaceholderSecrets::open,
                real.home(),
                real.directory());
    }

    private static InputStream open(Path file) throws IOException {
        try {
            return Files.newInputStream(file);
        } catch (NoSuchFileException e) {
            return new ByteArrayInputStream(ANY_FILE.getBytes(StandardCharsets.UTF_8));
        }
    }
}
