package dev.butlerlabs.core.bootstrap.state;

import dev.butlerlabs.core.engine.kind.KindEngine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The engine of an earlier run, which stores the state of that run. Immutable.
 *
 * @param kubeconfig the kubeconfig of the engine if it runs outside of this process
 */
public record PreviousEngineRecord(EngineType kind, Optional<Path> kubeconfig) {
    private static final String EXISTING = "existing";
    /** The marker of a KIND engine that was never created completely. */
    private static final String UNFINISHED_KIND = "kind";

    /** Detects the engine of an earlier run from its directory; empty if no run has started. */
    public static Optional<PreviousEngineRecord> in(Path folder) {
        if (KindEngine.isBegunIn(folder)) {
            return Optional.of(new PreviousEngineRecord(EngineType.KIND, Optional.of(KindEngine.kubeconfig(folder))));
        }
        return AtomicFile.read(folder.resolve(EXISTING))
                .map(text -> new PreviousEngineRecord(EngineType.EXISTING, Optional.of(Path.of(text.strip()))))
                .or(() -> holdsSomething(folder)
                        ? Optional.of(new PreviousEngineRecord(EngineType.EMBEDDED, Optional.empty()))
                        : Optional.empty());
    }

    /** Records the kubeconfig of an existing engine, which leaves no trace in the directory by itself. */
    public static void rememberExisting(Path folder, Path kubeconfig) {
        AtomicFile.write(folder.resolve(EXISTING), kubeconfig.toAbsolutePath() + "\n");
    }

    private static boolean holdsSomething(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> content = Files.list(folder)) {
            return content.anyMatch(file -> !file.endsWith(UNFINISHED_KIND));
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot read directory %s.".formatted(folder), e);
        }
    }
}
