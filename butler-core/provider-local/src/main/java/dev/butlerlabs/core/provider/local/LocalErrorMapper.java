package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.docker.DockerResponseStatus;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Classifies failures of the Docker engine: which of them a retry can fix, and what the user can do about the others. */
final class LocalErrorMapper {
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERROR = 500;

    private LocalErrorMapper() {}

    /** Runs a request and classifies its failure. */
    static <T> T call(Supplier<T> request) {
        try {
            return request.get();
        } catch (ButlerException e) {
            throw classified(e);
        }
    }

    /** Runs a request without a result and classifies its failure. */
    static void run(Runnable request) {
        call(() -> {
            request.run();
            return true;
        });
    }

    static ButlerException classified(ButlerException failure) {
        OptionalInt status = DockerResponseStatus.of(failure);
        ErrorCode code = status.isPresent() ? code(status.getAsInt(), failure.getMessage()) : unanswered(failure);
        return new ButlerException(code, failure.getMessage(), hint(code, failure.getMessage()), List.of(), failure);
    }

    private static ErrorCode unanswered(ButlerException failure) {
        boolean unspecific = failure.code() == ErrorCode.DOCKER_REFUSED;
        return unspecific ? ErrorCode.PROVIDER_TROUBLED : failure.code();
    }

    /** Returns whether a container could not be started because a port of the host is in use. */
    static boolean isPortConflict(ButlerException failure) {
        return says(
                failure.getMessage(),
                "port is already allocated",
                "bind: address already in use",
                "ports are not available");
    }

    /** Some statuses have several causes, which differ only in their messages. */
    private static ErrorCode code(int status, String message) {
        if (says(message, "no space left on device", "range of cpus is from")) {
            return ErrorCode.QUOTA;
        }
        if (says(message, "pool overlaps", "no available network", "not in the same subnet")) {
            return ErrorCode.PROVIDER;
        }
        return switch (status) {
            case UNAUTHORIZED -> ErrorCode.UNAUTHENTICATED;
            case FORBIDDEN ->
                says(message, "active endpoints", "address already in use") ? ErrorCode.CONFLICT : ErrorCode.FORBIDDEN;
            case NOT_FOUND -> ErrorCode.NOT_FOUND;
            case CONFLICT -> ErrorCode.CONFLICT;
            case TOO_MANY_REQUESTS -> ErrorCode.THROTTLED;
            default -> status >= SERVER_ERROR ? ErrorCode.PROVIDER_TROUBLED : ErrorCode.PROVIDER;
        };
    }

    private static String hint(ErrorCode code, String message) {
        if (says(message, "permission denied")) {
            return "Join the group that owns the Docker socket.";
        }
        if (says(message, "pool overlaps")) {
            return "Choose another subnet in network.nodeAddresses; docker network ls lists the networks.";
        }
        return switch (code) {
            case UNREACHABLE -> "Start the Docker engine, or set dockerHost of the provider local.";
            case QUOTA -> "Remove unused data with docker system prune, or request smaller machines.";
            default -> code.remedy();
        };
    }

    private static boolean says(String message, String... phrases) {
        String lower = message.toLowerCase(Locale.ROOT);
        return Stream.of(phrases).anyMatch(lower::contains);
    }
}
