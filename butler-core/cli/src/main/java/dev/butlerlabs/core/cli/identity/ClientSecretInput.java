package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads a client secret from a file or from standard input. It is never logged. */
public final class ClientSecretInput {
    private static final String FLAG = "--client-secret-file";
    private static final int LONGEST = 64 * 1024;

    private final CommandContext session;

    public ClientSecretInput(CommandContext session) {
        this.session = session;
    }

    /** Returns the secret without surrounding white space; empty if no file is given. */
    public Optional<String> read(Optional<Path> file) {
        return file.map(path -> path.toString().equals("-") ? standardInput() : content(path))
                .map(String::strip)
                .map(ClientSecretInput::requireContent);
    }

    private static String content(Path path) {
        return AtomicFile.read(path)
                .orElseThrow(() ->
                        new ButlerException(ErrorCode.UNREADABLE_FILE, "File %s does not exist.".formatted(path)));
    }

    private String standardInput() {
        try {
            return new String(session.terminal().in().readNBytes(LONGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read standard input.", e);
        }
    }

    private static String requireContent(String secret) {
        if (secret.isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid client secret:", List.of(new InputProblem(FLAG, "the content is empty")));
        }
        return secret;
    }
}
