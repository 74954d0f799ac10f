package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The state of a kubeconfig before and after the last change.
 *
 * @param backup file with the previous text; absent if there was no file
 * @param mark file with the digest of the written text
 */
record KubeconfigUndo(Path backup, Path mark) {
    static KubeconfigUndo of(Path target) {
        return new KubeconfigUndo(
                target.resolveSibling(target.getFileName() + ".butler-backup"),
                target.resolveSibling(target.getFileName() + ".butler-backup.sha256"));
    }

    void remember(Optional<String> before, String after) {
        before.ifPresentOrElse(text -> AtomicFile.write(backup, text), () -> forget(backup));
        AtomicFile.write(mark, digest(after) + "\n");
    }

    /** Restores the previous text. Can be done only once, so that it never restores an older state. */
    void undo(Path file) {
        String expected = AtomicFile.read(mark)
                .map(String::strip)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND, "No merge into %s found that could be undone.".formatted(file), ""));
        if (!AtomicFile.read(file).map(KubeconfigUndo::digest).equals(Optional.of(expected))) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "%s was changed by another program since the merge.".formatted(file),
                    "The previous content is in %s.".formatted(backup));
        }
        Optional<String> former = AtomicFile.read(backup);
        former.ifPresentOrElse(text -> AtomicFile.write(file, text), () -> forget(file));
        forget(mark);
        forget(backup);
    }

    private static void forget(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot remove %s: %s.".formatted(file, AtomicFile.reason(e)), e);
        }
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
