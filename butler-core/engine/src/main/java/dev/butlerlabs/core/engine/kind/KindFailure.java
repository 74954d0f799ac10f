package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.Containers;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.WholeFile;
import java.nio.file.Path;

/**
 * A node that did not come up.
 *
 * @param folder the engine's; what the node said is kept beside it, since the folder stands for an engine that holds something
 */
record KindFailure(Containers containers, KindNode node, Path folder) {
    /**
     * Keeps what the node said, then removes it, and returns the failure with the place of both added. Whoever was interrupted wants to
     * leave; the next run removes what is left then.
     */
    ButlerException cleanedUp(ButlerException cause) {
        if (cause.code() == ErrorCode.CANCELLED) {
            return cause;
        }
        try {
            Path file = folder.resolveSibling("kind-failure.log");
            WholeFile.write(file, node.story());
            containers.remove(node.id());
            return new ButlerException(
                    cause.code(),
                    "%s What it said is in %s.".formatted(cause.getMessage(), file),
                    cause.hint(),
                    cause.problems(),
                    cause);
        } catch (ButlerException e) {
            cause.addSuppressed(e);
            return cause;
        }
    }
}
