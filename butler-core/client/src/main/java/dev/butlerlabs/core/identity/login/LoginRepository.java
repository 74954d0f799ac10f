package dev.butlerlabs.core.identity.login;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.kube.LockFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Stores logins, one file for each issuer and client id, in the directory {@code logins} of {@code BUTLER_HOME}. The files have mode 0600
 * and are replaced atomically. Thread-safe.
 */
public final class LoginRepository {
    /** Longer than the time limits of the requests of a refresh. */
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(60);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SUFFIX = ".json";
    private static final int NAME_BYTES = 12;

    private final Path directory;

    /** @param butlerHome the value of {@code BUTLER_HOME}, or its default */
    public LoginRepository(Path butlerHome) {
        this.directory = butlerHome.resolve("logins");
    }

    /**
     * Returns a login.
     *
     * @throws ButlerException with LOGIN_REQUIRED if the file is damaged
     */
    public Optional<StoredLogin> find(String issuer, String clientId) {
        Path file = file(issuer, clientId);
        return AtomicFile.read(file)
                .map(text -> parse(text)
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.LOGIN_REQUIRED,
                                "The login in %s is damaged.".formatted(file),
                                "Run: " + LoginSettings.command(issuer, clientId))));
    }

    /** Returns all logins that can be read, in the order of their issuers. */
    public List<StoredLogin> list() {
        return files().stream()
                .flatMap(file -> AtomicFile.read(file).flatMap(LoginRepository::parse).stream())
                .sorted(Comparator.comparing((StoredLogin login) ->
                        login.settings().issuer() + "\n" + login.settings().clientId()))
                .toList();
    }

    /**
     * Deletes the files that cannot be read as a login. They may contain tokens.
     *
     * @return the number of files
     */
    public int deleteDamaged() {
        int deleted = 0;
        for (Path file : files()) {
            if (AtomicFile.read(file).flatMap(LoginRepository::parse).isEmpty()) {
                delete(file);
                deleted++;
            }
        }
        return deleted;
    }

    private List<Path> files() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .toList();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read directory %s.".formatted(directory), e);
        }
    }

    public void store(StoredLogin login) {
        AtomicFile.write(file(login.settings().issuer(), login.settings().clientId()), text(login));
    }

    /** Deletes a login. Does nothing if there is none. */
    public void delete(String issuer, String clientId) {
        delete(file(issuer, clientId));
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot delete %s.".formatted(file), e);
        }
    }

    /**
     * Runs an action while no other process changes the login. A refresh token may be used only once, so that reading it, using it and
     * storing its successor is one action.
     */
    <T> T exclusively(String issuer, String clientId, Supplier<T> action) {
        AtomicReference<T> result = new AtomicReference<>();
        new LockFile(file(issuer, clientId), LOCK_PATIENCE).holding(() -> result.set(action.get()));
        return result.get();
    }

    private Path file(String issuer, String clientId) {
        return directory.resolve(name(issuer + "\n" + clientId) + SUFFIX);
    }

    private static String name(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String text(StoredLogin login) {
        LoginSettings settings = login.settings();
        ObjectNode document = JSON.createObjectNode()
                .put("issuer", settings.issuer())
                .put("clientId", settings.clientId())
                .put("subject", login.subject())
                .put("user", login.user())
                .put("issuedAt", login.issuedAt().toString())
                .put("expiry", login.expiry().toString());
        settings.clientSecret().ifPresent(value -> document.put("clientSecret", value));
        settings.authorities().ifPresent(value -> document.put("certificateAuthorities", value));
        ArrayNode scopes = document.putArray("scopes");
        settings.scopes().forEach(scopes::add);
        login.idToken().ifPresent(value -> document.put("idToken", value));
        login.refreshToken().ifPresent(value -> document.put("refreshToken", value));
        login.nonce().ifPresent(value -> document.put("nonce", value));
        return document.toPrettyString() + "\n";
    }

    private static Optional<StoredLogin> parse(String text) {
        try {
            JsonNode document = JSON.readTree(text);
            List<String> scopes = new ArrayList<>();
            document.path("scopes").forEach(scope -> scopes.add(scope.asText()));
            LoginSettings settings = new LoginSettings(
                    document.required("issuer").asText(),
                    document.required("clientId").asText(),
                    field(document, "clientSecret"),
                    field(document, "certificateAuthorities"),
                    scopes);
            return Optional.of(new StoredLogin(
                    settings,
                    field(document, "idToken"),
                    field(document, "refreshToken"),
                    document.required("subject").asText(),
                    document.required("user").asText(),
                    Instant.parse(document.required("issuedAt").asText()),
                    Instant.parse(document.required("expiry").asText()),
                    field(document, "nonce")));
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> field(JsonNode document, String name) {
        return Optional.ofNullable(document.path(name).textValue());
    }
}
