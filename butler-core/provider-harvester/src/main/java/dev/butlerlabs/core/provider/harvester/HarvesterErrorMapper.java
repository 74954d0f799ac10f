package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Translates responses of a Harvester cluster to {@link ButlerException}. */
final class HarvesterErrorMapper {
    private static final int LONGEST = 400;

    private HarvesterErrorMapper() {}

    /**
     * Returns the failure as an error for the user.
     *
     * @param doing the failed operation, such as {@code reading volume x}
     */
    static ButlerException translate(String doing, RuntimeException failure) {
        return answer(failure)
                .map(answer -> told(doing, answer, detail(answer), failure))
                .orElseGet(() -> KubeErrorMapper.translate(doing, failure));
    }

    /**
     * Translates a failure that involves a secret. The message of the server may repeat the request, so only its reason is used.
     */
    static ButlerException translateSecretly(String doing, RuntimeException failure) {
        return answer(failure)
                .map(answer -> told(doing, answer, reason(answer), null))
                .orElseGet(() -> {
                    ButlerException told = KubeErrorMapper.translate(doing, failure);
                    return new ButlerException(told.code(), told.getMessage(), told.hint());
                });
    }

    /** Returns whether a webhook or a validation rejected the request, as opposed to missing permissions or a server error. */
    static boolean isRefusal(Throwable failure) {
        return answer(failure)
                .filter(answer -> answer.getCode() == 400 || answer.getCode() == 409 || answer.getCode() == 422)
                .isPresent();
    }

    private static ButlerException told(
            String doing, KubernetesClientException answer, String detail, RuntimeException cause) {
        ErrorCode code = code(answer);
        String sentence =
                "%s failed: Harvester responded with %d, %s".formatted(capitalised(doing), answer.getCode(), detail);
        return new ButlerException(
                code, sentence.endsWith(".") ? sentence : sentence + ".", hint(code), List.of(), cause);
    }

    private static ErrorCode code(KubernetesClientException answer) {
        return switch (answer.getCode()) {
            case 401 -> ErrorCode.UNAUTHENTICATED;
            case 403 -> isQuota(answer) ? ErrorCode.QUOTA : ErrorCode.FORBIDDEN;
            case 404 -> ErrorCode.NOT_FOUND;
            case 409 -> ErrorCode.CONFLICT;
            case 408, 504 -> ErrorCode.TIMEOUT;
            case 429 -> ErrorCode.THROTTLED;
            default -> answer.getCode() >= 500 ? ErrorCode.PROVIDER_TROUBLED : otherRefusal(answer);
        };
    }

    /** Detects quota errors, which the webhooks of Harvester report like any other rejection. */
    private static ErrorCode otherRefusal(KubernetesClientException answer) {
        return isQuota(answer) ? ErrorCode.QUOTA : ErrorCode.PROVIDER;
    }

    private static boolean isQuota(KubernetesClientException answer) {
        String words = message(answer).toLowerCase(Locale.ROOT);
        return words.contains("exceeded quota")
                || words.contains("resource quota")
                || words.contains("insufficient resources");
    }

    private static String hint(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED -> "Download a new kubeconfig from Harvester and update the credentials.";
            case FORBIDDEN ->
                "Grant the user of the kubeconfig the permission in the message, in the namespace of the machines.";
            case QUOTA -> "Raise the quota of the namespace in Harvester, or delete unused machines and volumes.";
            default -> code.remedy();
        };
    }

    private static Optional<KubernetesClientException> answer(Throwable failure) {
        for (Throwable e = failure; e != null; e = e.getCause()) {
            if (e instanceof KubernetesClientException answer && answer.getCode() > 0) {
                return Optional.of(answer);
            }
        }
        return Optional.empty();
    }

    private static String detail(KubernetesClientException answer) {
        String message = message(answer);
        if (message.isEmpty()) {
            return reason(answer);
        }
        return message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message;
    }

    private static String message(KubernetesClientException answer) {
        return Optional.ofNullable(answer.getStatus())
                .map(Status::getMessage)
                .map(String::strip)
                .orElse("");
    }

    private static String reason(KubernetesClientException answer) {
        return Optional.ofNullable(answer.getStatus())
                .map(Status::getReason)
                .filter(word -> !word.isBlank())
                .orElse("no reason reported");
    }

    private static String capitalised(String phrase) {
        return Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1);
    }
}
