package dev.butlerlabs.core.docker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Translates exceptions of the Docker client library to {@link ButlerException}. */
record DockerErrorMapper(URI host) {
    private static final int DEEPEST_CAUSE = 12;
    private static final Pattern STATUS = Pattern.compile("^Status \\d+: ");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Runs a request and translates its exceptions. The phrase describes the request, such as {@code starting container x}. */
    <T> T to(String doing, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw translated(doing, e);
        }
    }

    private RuntimeException translated(String doing, RuntimeException failure) {
        return switch (failure) {
            case ButlerException told -> told;
            case NotFoundException e -> refused(ErrorCode.NOT_FOUND, doing, e);
            case ConflictException e -> refused(ErrorCode.CONFLICT, doing, e);
            case DockerException e -> refused(ErrorCode.DOCKER_REFUSED, doing, e);
            case DockerClientException e -> refused(ErrorCode.DOCKER_REFUSED, doing, e);
            default -> broken(doing, failure);
        };
    }

    private ButlerException refused(ErrorCode code, String doing, RuntimeException e) {
        return new ButlerException(
                code,
                "The Docker engine at %s rejected the request: %s failed: %s."
                        .formatted(host, doing, message(e).replaceFirst("\\.$", "")),
                code.remedy(),
                List.of(),
                e);
    }

    /** Returns the error for a connection that failed or was closed before the response. */
    RuntimeException broken(String doing, Exception failure) {
        if (chain(failure).anyMatch(InterruptedException.class::isInstance)
                || chain(failure).anyMatch(ClosedByInterruptException.class::isInstance)) {
            return new ButlerException(ErrorCode.CANCELLED, "Interrupted while %s.".formatted(doing), failure);
        }
        Optional<Throwable> cause =
                chain(failure).filter(IOException.class::isInstance).reduce((outer, inner) -> inner);
        if (cause.isEmpty() && failure instanceof RuntimeException unexpected) {
            return unexpected;
        }
        String detail = cause.map(Throwable::getMessage).orElseGet(failure::getMessage);
        return new ButlerException(
                ErrorCode.UNREACHABLE,
                "The Docker engine at %s is unreachable: %s failed: %s.".formatted(host, doing, detail),
                hint(String.valueOf(detail)),
                List.of(),
                failure);
    }

    private static String hint(String detail) {
        return detail.contains("ermission denied")
                ? "Join the group that owns the Docker socket, or run without Docker: --engine embedded"
                : "Start Docker and rerun the command, or set DOCKER_HOST, or run without Docker: --engine embedded";
    }

    /** Returns the message of the engine, which is wrapped in JSON and in the message of the library. */
    private static String message(RuntimeException e) {
        return message(STATUS.matcher(String.valueOf(e.getMessage())).replaceFirst(""));
    }

    /** Returns the message in the body of a response; the body itself if it is not JSON. */
    static String message(String body) {
        String text = body.strip();
        try {
            return JSON.readTree(text).path("message").asText(text);
        } catch (JsonProcessingException notJson) {
            return text;
        }
    }

    private static Stream<Throwable> chain(Throwable failure) {
        return Stream.iterate(failure, e -> e != null, Throwable::getCause).limit(DEEPEST_CAUSE);
    }
}
