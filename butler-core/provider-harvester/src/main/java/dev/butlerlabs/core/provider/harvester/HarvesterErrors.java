package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrors;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Turns the answers of a Harvester cluster into what Butler tells people. */
final class HarvesterErrors {
    private static final int LONGEST = 400;

    private HarvesterErrors() {}

    /**
     * The failure as a person should hear it.
     *
     * @param doing what was being done, such as {@code reading volume x}
     */
    static ButlerException translate(String doing, RuntimeException failure) {
        return answer(failure)
                .map(answer -> told(doing, answer, detail(answer), failure))
                .orElseGet(() -> KubeErrors.translate(doing, failure));
    }

    /** The same about something secret: the server's words may repeat what was sent, so only its reason is told. */
    static ButlerException translateSecretly(String doing, RuntimeException failure) {
        return answer(failure)
                .map(answer -> told(doing, answer, reason(answer), null))
                .orElseGet(() -> {
                    ButlerException told = KubeErrors.translate(doing, failure);
                    return new ButlerException(told.code(), told.getMessage(), told.hint());
                });
    }

    /** Whether it is an answer of a webhook or a rule, not of missing rights or of a server in trouble. */
    static boolean isRefusal(Throwable failure) {
        return answer(failure)
                .filter(answer -> answer.getCode() == 400 || answer.getCode() == 409 || answer.getCode() == 422)
                .isPresent();
    }

    private static ButlerException told(
            String doing, KubernetesClientException answer, String detail, RuntimeException cause) {
        ErrorCode code = code(answer);
        String sentence =
                "%s failed: Harvester answered %d, %s".formatted(capitalised(doing), answer.getCode(), detail);
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

    /** Harvester's own webhooks word a quota as any other refusal. */
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
            case UNAUTHENTICATED -> "Download a fresh kubeconfig from Harvester and put it into the credentials.";
            case FORBIDDEN ->
                "Give the kubeconfig's user the permission named in the message, in the namespace of the machines.";
            case QUOTA -> "Raise the quota of the namespace in Harvester, or remove machines and volumes nobody needs.";
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
                .orElse("without a reason");
    }

    private static String capitalised(String phrase) {
        return Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1);
    }
}
