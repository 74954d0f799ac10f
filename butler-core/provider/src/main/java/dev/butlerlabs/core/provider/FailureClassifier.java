package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.error.ButlerException;

/** Whether a failure of an infrastructure is temporary. */
public enum FailureClassifier {
    /** A retry can succeed without a change. */
    PASSING,
    /** A retry fails until the user changes something. */
    LASTING;

    /** Returns whether a call that failed this way can succeed if it is repeated. */
    public static boolean isTransient(RuntimeException failure) {
        return failure instanceof ButlerException e && of(e) == PASSING;
    }

    public static FailureClassifier of(ButlerException failure) {
        return switch (failure.code()) {
            case UNREACHABLE, TIMEOUT, THROTTLED, PROVIDER_TROUBLED, CONFLICT, NOT_READY, ENVIRONMENT, CANCELLED ->
                PASSING;
            case INTERNAL,
                    USAGE,
                    INVALID_INPUT,
                    UNREADABLE_FILE,
                    NO_KUBECONFIG,
                    UNAUTHENTICATED,
                    FORBIDDEN,
                    EXPIRED_CREDENTIALS,
                    LOGIN_REQUIRED,
                    LOGIN_REJECTED,
                    NOT_FOUND,
                    NOT_MANAGEMENT_CLUSTER,
                    NOT_OFFERED,
                    FOREIGN_RESOURCE,
                    UNTRUSTED_CERTIFICATE,
                    PROVIDER,
                    QUOTA,
                    BOOTSTRAP_FAILED,
                    CLUSTER_FAILED,
                    ADDON_FAILED,
                    OPERATION_FAILED,
                    BACKUP_DAMAGED,
                    WRONG_BACKUP_KEY,
                    CLUSTER_LOCKED,
                    DATA_LOCKED,
                    DATA_DAMAGED,
                    DOCKER_REFUSED,
                    ENGINE_FAILED -> LASTING;
        };
    }
}
