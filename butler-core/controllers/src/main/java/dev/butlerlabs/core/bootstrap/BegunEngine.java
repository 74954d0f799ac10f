package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.engine.kind.KindEngine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The engine with which an earlier run began, and which knows what that run did.
 *
 * @param kubeconfig how to reach it, when it lives outside of this program
 */
public record BegunEngine(EngineKind kind, Optional<Path> kubeconfig) {
    private static final String EXISTING = "existing";
    /** All that is left of an engine on KIND that was never whole. */
    private static final String UNFINISHED_KIND = "kind";

    /** What the folder of an engine tells. */
    public static Optional<BegunEngine> in(Path folder) {
        if (KindEngine.isBegunIn(folder)) {
            return Optional.of(new BegunEngine(EngineKind.KIND, Optional.of(KindEngine.kubeconfig(folder))));
        }
        return WholeFile.read(folder.resolve(EXISTING))
                .map(text -> new BegunEngine(EngineKind.EXISTING, Optional.of(Path.of(text.strip()))))
                .or(() -> holdsSomething(folder)
                        ? Optional.of(new BegunEngine(EngineKind.EMBEDDED, Optional.empty()))
                        : Optional.empty());
    }

    /** Somebody else's engine leaves no trace here by itself. */
    public static void rememberExisting(Path folder, Path kubeconfig) {
        WholeFile.write(folder.resolve(EXISTING), kubeconfig.toAbsolutePath() + "\n");
    }

    private static boolean holdsSomething(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> content = Files.list(folder)) {
            return content.anyMatch(file -> !file.endsWith(UNFINISHED_KIND));
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "The folder %s cannot be read.".formatted(folder), e);
        }
    }
}
