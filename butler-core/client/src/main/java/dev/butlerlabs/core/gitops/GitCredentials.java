package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.error.InputProblem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The credentials with which Flux reads a Git repository. Immutable; their text form does not contain the secrets. */
public sealed interface GitCredentials {
    /** The keys of a Secret that Flux reads for Git repositories. */
    Set<String> FLUX_KEYS = Set.of(
            "identity",
            "identity.pub",
            "known_hosts",
            "username",
            "password",
            "bearerToken",
            "ca.crt",
            "caFile",
            "tls.crt",
            "tls.key");

    /** Returns every problem of these credentials for a repository. */
    default List<InputProblem> problems(GitRepositorySource source) {
        return List.of();
    }

    /** Returns the data of the Secret to store, base64-encoded; empty if none is stored. */
    default Optional<Map<String, String>> content() {
        return Optional.empty();
    }

    /** No credentials: the repository is public. A Secret that Butler stored earlier is deleted. */
    record Anonymous() implements GitCredentials {
        @Override
        public List<InputProblem> problems(GitRepositorySource source) {
            return missingKey(source);
        }
    }

    /** The Secret that an earlier call stored, if there is one; otherwise no credentials. */
    record Stored() implements GitCredentials {}

    /**
     * A Secret that the user created.
     *
     * @param name its name
     */
    record Existing(String name) implements GitCredentials {
        public Existing {
            Objects.requireNonNull(name, "name");
        }
    }

    /**
     * A deploy key.
     *
     * @param privateKey in PEM or OpenSSH format, without a passphrase
     * @param knownHosts the host keys of the Git server, in the format of known_hosts
     */
    record DeployKey(String privateKey, String knownHosts) implements GitCredentials {
        public DeployKey {
            Objects.requireNonNull(privateKey, "privateKey");
            Objects.requireNonNull(knownHosts, "knownHosts");
        }

        @Override
        public List<InputProblem> problems(GitRepositorySource source) {
            List<InputProblem> problems = new ArrayList<>();
            if (!source.isSsh()) {
                problems.add(new InputProblem(
                        "--ssh-key-file",
                        "a deploy key works only with an SSH address",
                        "use an address that starts with ssh://, or a token with --token-file"));
            }
            PrivateKeyFormat.problem(privateKey)
                    .ifPresent(problem -> problems.add(
                            new InputProblem("--ssh-key-file", problem, "generate a key with ssh-keygen -N ''")));
            if (knownHosts.lines().noneMatch(line -> line.strip().split("\\s+").length >= 3)) {
                problems.add(new InputProblem(
                        "--known-hosts-file",
                        "contains no host key",
                        "write it with ssh-keyscan and compare the fingerprint with that of the Git service"));
            }
            return problems;
        }

        @Override
        public Optional<Map<String, String>> content() {
            return Optional.of(encoded(Map.of("identity", privateKey.strip() + "\n", "known_hosts", knownHosts)));
        }

        @Override
        public String toString() {
            return "DeployKey[(hidden)]";
        }
    }

    /** A token of a Git service, sent as a password. */
    record Token(String username, String token) implements GitCredentials {
        public static final String DEFAULT_USERNAME = "git";

        public Token {
            Objects.requireNonNull(username, "username");
            Objects.requireNonNull(token, "token");
        }

        @Override
        public List<InputProblem> problems(GitRepositorySource source) {
            List<InputProblem> problems = new ArrayList<>();
            if (source.isSsh()) {
                problems.add(new InputProblem(
                        "--token-file",
                        "a token does not work with an SSH address",
                        "use an address that starts with https://, or a deploy key with --ssh-key-file"));
            } else if (source.isUnencrypted()) {
                problems.add(new InputProblem(
                        "--token-file",
                        "the token would be sent unencrypted",
                        "use an address that starts with https://"));
            }
            if (token.isBlank() || token.strip().contains("\n")) {
                problems.add(new InputProblem("--token-file", "must contain one line with the token"));
            }
            if (username.isBlank()) {
                problems.add(new InputProblem("--username", "must not be empty"));
            }
            return problems;
        }

        @Override
        public Optional<Map<String, String>> content() {
            return Optional.of(encoded(Map.of("username", username, "password", token.strip())));
        }

        @Override
        public String toString() {
            return "Token[(hidden)]";
        }
    }

    /**
     * The data of a Secret of another cluster.
     *
     * @param data base64-encoded; only the keys that Flux reads are stored
     */
    record Copy(Map<String, String> data) implements GitCredentials {
        public Copy {
            Map<String, String> known = new TreeMap<>(data);
            known.keySet().retainAll(FLUX_KEYS);
            data = Map.copyOf(known);
        }

        @Override
        public Optional<Map<String, String>> content() {
            return Optional.of(new TreeMap<>(data));
        }

        @Override
        public String toString() {
            return "Copy[(hidden)]";
        }
    }

    private static List<InputProblem> missingKey(GitRepositorySource source) {
        return source.isSsh()
                ? List.of(new InputProblem(
                        "--repository",
                        "an SSH address needs a deploy key",
                        "pass --ssh-key-file and --known-hosts-file, or --credentials-secret"))
                : List.of();
    }

    private static Map<String, String> encoded(Map<String, String> data) {
        Map<String, String> encoded = new TreeMap<>();
        data.forEach((key, value) ->
                encoded.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return encoded;
    }
}
