package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Classifies the exceptions thrown by steps. */
final class StepFailureClassifier {
    private StepFailureClassifier() {}

    /** Converts an exception to a result: Waiting with a backoff for transient failures, otherwise Failed. */
    static StepResult toResult(String step, RuntimeException thrown) {
        ButlerException failure = KubeErrorMapper.translate("step " + step, thrown);
        String message = failure.problems().isEmpty()
                ? failure.getMessage()
                : failure.getMessage() + " "
                        + failure.problems().stream().map(Object::toString).collect(Collectors.joining("; "));
        return isTransient(failure.kind())
                ? StepResult.waiting(reason(failure.code()), message)
                : StepResult.failed(reason(failure.code()), message);
    }

    static boolean isTransient(ErrorKind kind) {
        return switch (kind) {
            case UNREACHABLE, TIMEOUT, CONFLICT, ENVIRONMENT -> true;
            case INTERNAL, USAGE, INVALID, DENIED, NOT_FOUND, PROVIDER, CANCELLED, DEGRADED -> false;
        };
    }

    /** Returns whether the run was cancelled, in which case the failure says nothing about the object. */
    static boolean isCancellation(Throwable thrown) {
        return Thread.currentThread().isInterrupted()
                || KubeErrorMapper.translate("step", thrown).code() == ErrorCode.CANCELLED;
    }

    /** Returns {@code UntrustedCertificate} for {@code UNTRUSTED_CERTIFICATE}. */
    private static String reason(ErrorCode code) {
        return Arrays.stream(code.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }
}
