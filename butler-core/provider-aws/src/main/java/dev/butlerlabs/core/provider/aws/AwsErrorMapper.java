package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ClockSkew;
import java.net.SocketTimeoutException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/** Translates AWS failures to {@link ButlerException}. */
final class AwsErrorMapper {
    private static final int LONGEST_MESSAGE = 300;

    private AwsErrorMapper() {}

    /**
     * Makes an AWS request.
     *
     * @param purpose completes "AWS rejected the request to …"
     */
    static <T> T ask(String purpose, Supplier<T> call) {
        try {
            return call.get();
        } catch (AwsServiceException e) {
            throw refused(purpose, e);
        } catch (SdkException e) {
            throw unanswered(purpose, e);
        }
    }

    /**
     * Makes an AWS request for a resource that may not exist.
     *
     * @return empty if it does not exist
     */
    static <T> Optional<T> find(String purpose, Supplier<T> call) {
        try {
            return Optional.of(call.get());
        } catch (AwsServiceException e) {
            if (AwsErrorClassification.isNotFound(code(e))) {
                return Optional.empty();
            }
            throw refused(purpose, e);
        } catch (SdkException e) {
            throw unanswered(purpose, e);
        }
    }

    /** Keeps the message of the service but not the exception as a cause: some exceptions contain the request with its token. */
    static ButlerException refused(String purpose, AwsServiceException e) {
        AwsErrorClassification refusal = AwsErrorClassification.of(code(e), e.statusCode());
        String words = refusal.code() == ErrorCode.UNAUTHENTICATED ? "" : ": " + message(e);
        return new ButlerException(
                refusal.code(),
                "AWS rejected the request to %s: %s%s"
                        .formatted(purpose, code(e).isEmpty() ? "status " + e.statusCode() : code(e), words),
                refusal.hint());
    }

    static String code(AwsServiceException e) {
        return e.awsErrorDetails() == null || e.awsErrorDetails().errorCode() == null
                ? ""
                : e.awsErrorDetails().errorCode();
    }

    private static String message(AwsServiceException e) {
        String words = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorMessage();
        return words == null ? "" : shortened(words.split("Encoded authorization failure message", 2)[0].strip());
    }

    private static String shortened(String words) {
        return words.length() <= LONGEST_MESSAGE ? words : words.substring(0, LONGEST_MESSAGE) + "…";
    }

    static ButlerException unanswered(String purpose, SdkException e) {
        if (e instanceof AbortedException) {
            Thread.currentThread().interrupt();
            return new ButlerException(
                    ErrorCode.CANCELLED, "Interrupted during the AWS request to %s.".formatted(purpose), e);
        }
        if (e instanceof ApiCallTimeoutException || isCausedBy(e, SocketTimeoutException.class)) {
            return new ButlerException(
                    ErrorCode.TIMEOUT,
                    "The AWS request to %s timed out.".formatted(purpose),
                    "Check the network and the region. Butler retries automatically.");
        }
        Optional<String> time = ClockSkew.ofCertificate(e, Instant.now());
        if (time.isPresent()) {
            return new ButlerException(
                    ErrorCode.UNTRUSTED_CERTIFICATE,
                    "The AWS request to %s failed: the server %s.".formatted(purpose, time.get()),
                    ClockSkew.CERTIFICATE_HINT,
                    List.of(),
                    e);
        }
        if (isCausedBy(e, SSLException.class)) {
            return new ButlerException(
                    ErrorCode.UNTRUSTED_CERTIFICATE,
                    "The AWS request to %s failed: the server certificate is not trusted.".formatted(purpose),
                    e);
        }
        return new ButlerException(
                ErrorCode.UNREACHABLE, "The AWS request to %s failed: %s".formatted(purpose, reason(e)), e);
    }

    private static boolean isCausedBy(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private static String reason(Throwable e) {
        Throwable deepest = e;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String words = deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
        return shortened(words);
    }
}
