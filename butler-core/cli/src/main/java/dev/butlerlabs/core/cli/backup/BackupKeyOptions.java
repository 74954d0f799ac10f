package dev.butlerlabs.core.cli.backup;

import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.archive.KeySource;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for the passphrase or key file of a backup. The secret is never an argument. */
public final class BackupKeyOptions {
    @Option(
            names = "--passphrase-file",
            paramLabel = "FILE",
            description = "File with the passphrase in its first line (default: ask on the terminal).")
    private Optional<Path> passphraseFile = Optional.empty();

    @Option(
            names = "--passphrase-env",
            paramLabel = "NAME",
            description = "Name of an environment variable with the passphrase.")
    private Optional<String> passphraseVariable = Optional.empty();

    @Option(names = "--key-file", paramLabel = "FILE", description = "File with a key of 32 random bytes.")
    private Optional<Path> keyFile = Optional.empty();

    /**
     * Reads the passphrase or key.
     *
     * @param isNew whether the user has to repeat a passphrase that is typed
     * @throws ButlerException if no secret or more than one is given, or it cannot be read
     */
    public BackupKey key(CommandContext session, boolean isNew) {
        Secret secret = secret(session, isNew);
        byte[] content = Base64.getDecoder().decode(secret.base64());
        return secret.source() == KeySource.KEY_FILE
                ? BackupKey.keyFile(content)
                : BackupKey.passphrase(new String(content, StandardCharsets.UTF_8));
    }

    /** The content of a key file, or a passphrase. Its text form does not contain it. */
    public record Secret(KeySource source, String base64) {
        private static Secret of(KeySource source, byte[] content) {
            return new Secret(source, Base64.getEncoder().encodeToString(content));
        }

        @Override
        public String toString() {
            return "Secret[%s]".formatted(source.word());
        }
    }

    /** Returns whether an option is given. */
    public boolean isGiven() {
        return passphraseFile.isPresent() || passphraseVariable.isPresent() || keyFile.isPresent();
    }

    /**
     * Reads the passphrase or the key file.
     *
     * @param isNew whether the user has to repeat a passphrase that is typed
     * @throws ButlerException if no secret or more than one is given, or it cannot be read
     */
    public Secret secret(CommandContext session, boolean isNew) {
        long given = Stream.of(passphraseFile, passphraseVariable, keyFile)
                .filter(Optional::isPresent)
                .count();
        if (given > 1) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "--passphrase-file, --passphrase-env and --key-file exclude each other.",
                    "Pass one of them.");
        }
        if (keyFile.isPresent()) {
            return Secret.of(KeySource.KEY_FILE, keyBytes(keyFile.get()));
        }
        String passphrase = passphraseFile
                .map(BackupKeyOptions::firstLine)
                .or(() -> passphraseVariable.map(name -> variable(session, name)))
                .orElseGet(() -> ask(session, isNew));
        if (passphrase.isEmpty()) {
            throw new ButlerException(ErrorCode.INVALID_INPUT, "The passphrase is empty.");
        }
        return Secret.of(KeySource.PASSPHRASE, passphrase.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] keyBytes(Path file) {
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] content = stream.readNBytes(BackupKey.KEY_FILE_BYTES + 1);
            if (content.length != BackupKey.KEY_FILE_BYTES) {
                throw new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "%s is not a key: it does not have %d bytes.".formatted(file, BackupKey.KEY_FILE_BYTES),
                        "Generate one: head -c 32 /dev/urandom > backup.key");
            }
            return content;
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE, "Cannot read key file %s: %s.".formatted(file, e.getMessage()), e);
        }
    }

    private static String firstLine(Path file) {
        String text = AtomicFile.read(file)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.UNREADABLE_FILE, "Passphrase file %s does not exist.".formatted(file)));
        return text.lines().findFirst().orElse("");
    }

    private static String variable(CommandContext session, String name) {
        return session.terminal()
                .environment(name)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT, "Environment variable %s is not set.".formatted(name)));
    }

    private static String ask(CommandContext session, boolean isNew) {
        Console console = session.terminal().isInteractive(Terminal.Stream.IN) ? System.console() : null;
        if (console == null) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "A passphrase is required, but no terminal is available.",
                    "Pass --passphrase-file, --passphrase-env or --key-file.");
        }
        String passphrase = read(console, "Passphrase of the backup: ");
        if (isNew && !read(console, "Repeat the passphrase: ").equals(passphrase)) {
            throw new ButlerException(ErrorCode.INVALID_INPUT, "The passphrases are different.");
        }
        return passphrase;
    }

    private static String read(Console console, String prompt) {
        char[] typed = console.readPassword("%s", prompt);
        if (typed == null) {
            throw new ButlerException(ErrorCode.CANCELLED, "Cancelled: no passphrase was entered.");
        }
        return new String(typed);
    }
}
