package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.exception.DockerException;
import dev.butlerlabs.core.error.ButlerException;
import java.util.OptionalInt;

/** Reads the HTTP status from a failure of a {@link DockerEngine}. */
public final class DockerResponseStatus {
    private DockerResponseStatus() {}

    /**
     * Returns the status that the engine responded with.
     *
     * @return empty if there was no response
     */
    public static OptionalInt of(ButlerException failure) {
        return failure.getCause() instanceof DockerException rejection
                ? OptionalInt.of(rejection.getHttpStatus())
                : OptionalInt.empty();
    }
}
