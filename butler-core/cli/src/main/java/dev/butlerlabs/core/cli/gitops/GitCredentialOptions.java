package dev.butlerlabs.core.cli.gitops;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.gitops.GitCredentials;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for the credentials of a Git repository. Secrets are read from files or standard input, never from arguments. */
public final class GitCredentialOptions {
    private static final int LONGEST = 64 * 1024;

    @Option(
            names = "--ssh-key-file",
            paramLabel = "FILE",
            description = "File with a deploy key without a passphrase; use - for standard input.")
    private Path keyFile;

    @Option(
            names = "--known-hosts-file",
            paramLabel = "FILE",
            description = "File with the host keys of the Git server, with --ssh-key-file.")
    private Path hostsFile;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with a token of the Git service; use - for standard input.")
    private Path tokenFile;

    @Option(
            names = "--username",
            paramLabel = "NAME",
            description = "User name for the token (default: " + GitCredentials.Token.DEFAULT_USERNAME + ").")
    private String username;

    @Option(names = "--credentials-secret", paramLabel = "NAME", description = "Existing Secret with the credentials.")
    private String secret;

    @Option(names = "--no-credentials", description = "Read without credentials and delete stored ones.")
    private boolean anonymous;

    /**
     * Reads the credentials.
     *
     * @return those stored earlier, if no option is given
     * @throws ButlerException with every problem of the options and files
     */
    public GitCredentials read(CommandContext session) {
        List<InputProblem> problems = combinationProblems();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid credentials:", problems);
        }
        if (keyFile != null) {
            return new GitCredentials.DeployKey(content(session, keyFile), content(session, hostsFile));
        }
        if (tokenFile != null) {
            return new GitCredentials.Token(
                    Objects.requireNonNullElse(username, GitCredentials.Token.DEFAULT_USERNAME),
                    content(session, tokenFile));
        }
        if (secret != null) {
            return new GitCredentials.Existing(secret);
        }
        return anonymous ? new GitCredentials.Anonymous() : new GitCredentials.Stored();
    }

    private List<InputProblem> combinationProblems() {
        List<InputProblem> problems = new ArrayList<>();
        List<String> kinds = new ArrayList<>();
        Stream.of(
                        keyFile == null ? "" : "--ssh-key-file",
                        tokenFile == null ? "" : "--token-file",
                        secret == null ? "" : "--credentials-secret",
                        anonymous ? "--no-credentials" : "")
                .filter(option -> !option.isEmpty())
                .forEach(kinds::add);
        if (kinds.size() > 1) {
            problems.add(new InputProblem(String.join(", ", kinds), "cannot be combined"));
        }
        if ((keyFile == null) != (hostsFile == null)) {
            problems.add(new InputProblem(
                    keyFile == null ? "--ssh-key-file" : "--known-hosts-file",
                    "is required with " + (keyFile == null ? "--known-hosts-file" : "--ssh-key-file")));
        }
        if (username != null && tokenFile == null) {
            problems.add(new InputProblem("--token-file", "is required with --username"));
        }
        if (isStandardInput(keyFile) && isStandardInput(hostsFile)) {
            problems.add(
                    new InputProblem("--ssh-key-file, --known-hosts-file", "only one can be read from standard input"));
        }
        Stream.of(keyFile, hostsFile, tokenFile)
                .filter(Objects::nonNull)
                .filter(file -> !isStandardInput(file))
                .filter(file -> !Files.isReadable(file))
                .forEach(file -> problems.add(new InputProblem(file.toString(), "does not exist or is not readable")));
        return problems;
    }

    private static boolean isStandardInput(Path file) {
        return file != null && file.toString().equals("-");
    }

    private static String content(CommandContext session, Path file) {
        if (!isStandardInput(file)) {
            return AtomicFile.read(file)
                    .orElseThrow(() ->
                            new ButlerException(ErrorCode.UNREADABLE_FILE, "File %s does not exist.".formatted(file)));
        }
        try {
            return new String(session.terminal().in().readNBytes(LONGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read standard input.", e);
        }
    }
}
