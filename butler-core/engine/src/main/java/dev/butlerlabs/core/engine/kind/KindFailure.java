package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.DockerContainers;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.nio.file.Path;

/**
 * A node that failed to start.
 *
 * @param directory directory of the engine; the logs are saved next to it, since the directory marks an existing engine
 */
record KindFailure(DockerContainers containers, KindNode node, Path directory) {
    /**
     * Saves the logs of the node, removes it, and returns the failure with the log file in its message. After an interrupt
     * nothing is cleaned up; the next run removes the node.
     */
    ButlerException cleanedUp(ButlerException cause) {
        if (cause.code() == ErrorCode.CANCELLED) {
            return cause;
        }
        try {
            Path file = directory.resolveSibling("kind-failure.log");
            AtomicFile.write(file, node.story());
            containers.remove(node.id());
            return new ButlerException(
                    cause.code(),
                    "%s Its logs are in %s.".formatted(cause.getMessage(), file),
                    cause.hint(),
                    cause.problems(),
                    cause);
        } catch (ButlerException e) {
            cause.addSuppressed(e);
            return cause;
        }
    }
}
