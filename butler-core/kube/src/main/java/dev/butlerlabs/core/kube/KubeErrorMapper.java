package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusDetails;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Translates exceptions of the Kubernetes client to {@link ButlerException}. No other class interprets its error codes. */
public final class KubeErrorMapper {
    private static final int DEEPEST_CAUSE = 12;
    private static final String FIELD_CONFLICT = "FieldManagerConflict";
    private static final String CLOCK_HINT = "Set the clock of this machine and try again.";
    private static final String NAMESPACE_HINT =
            "Check the name (--namespace), or create the namespace with 'kubectl create namespace %s'.";

    private KubeErrorMapper() {}

    /**
     * Runs a request to a Kubernetes API and translates its exceptions. The phrase describes the request, such as {@code reading
     * Secret x}.
     */
    public static <T> T translating(String doing, Supplier<T> call) {
        try {
            return call.get();
        } catch (ButlerException alreadyTold) {
            throw alreadyTold;
        } catch (RuntimeException e) {
            throw translate(doing, e);
        }
    }

    /** Runs a request of a client and translates its exceptions. Messages about a failed connection name the server. */
    public static <T> T translating(KubernetesClient client, String doing, Supplier<T> call) {
        try {
            return call.get();
        } catch (ButlerException alreadyTold) {
            throw alreadyTold;
        } catch (RuntimeException e) {
            throw translate(doing, e, server(client));
        }
    }

    private static String server(KubernetesClient client) {
        return client.getMasterUrl().toString().replaceFirst("/$", "");
    }

    /**
     * Runs a request for Butler custom resources. Distinguishes a server without these custom resources from a missing object.
     *
     * @param kinds plural used in messages, such as {@code TenantClusters}
     */
    public static <T> T askingForKind(KubernetesClient client, String kinds, String doing, Supplier<T> call) {
        try {
            return call.get();
        } catch (KubernetesClientException e) {
            throw isKindUnknown(e) ? notAManagementCluster(client, kinds, e) : translate(doing, e, server(client));
        }
    }

    /** Returns whether the resource type is unknown. The response names a missing object or namespace, but not a missing type. */
    private static boolean isKindUnknown(KubernetesClientException e) {
        return isNotFound(e)
                && (e.getStatus() == null
                        || e.getStatus().getDetails() == null
                        || e.getStatus().getDetails().getName() == null);
    }

    private static ButlerException notAManagementCluster(
            KubernetesClient client, String kinds, KubernetesClientException cause) {
        return new ButlerException(
                ErrorCode.NOT_MANAGEMENT_CLUSTER,
                "The server %s is not a Butler management cluster: the custom resource %s is not installed."
                        .formatted(client.getMasterUrl(), kinds),
                cause);
    }

    /** Returns the failure as an error for the user, with the original exception as its cause. */
    public static ButlerException translate(String doing, Throwable failure) {
        return translate(doing, failure, "");
    }

    /** @param knownServer the server of the request; empty if it is not known */
    private static ButlerException translate(String doing, Throwable failure, String knownServer) {
        Optional<ButlerException> translated = find(failure, ButlerException.class);
        if (translated.isPresent()) {
            return translated.get();
        }
        Optional<KubernetesClientException> answered =
                find(failure, KubernetesClientException.class).filter(e -> e.getCode() > 0);
        Optional<JsonProcessingException> undecodable =
                answered.isPresent() ? Optional.empty() : find(failure, JsonProcessingException.class);
        if (undecodable.isPresent()) {
            return undecodable(doing, undecodable.get());
        }
        ErrorCode code = answered.map(e -> codeOf(e.getCode(), reason(e))).orElseGet(() -> codeOf(failure));
        Optional<String> certificateTime = ClockSkew.ofCertificate(failure, Instant.now());
        Optional<String> clock = Optional.of(ClockSkew.shared())
                .filter(_ -> code == ErrorCode.UNAUTHENTICATED)
                .flatMap(ClockSkew::ofRejectedCredentials);
        String server = knownServer.isEmpty() ? "" : " " + knownServer;
        List<InputProblem> problems = answered.map(KubeErrorMapper::problems).orElse(List.of());
        String detail = answered.map(e -> message(e, server))
                .or(() -> certificateTime.map(("the server" + server + " ")::concat))
                .orElseGet(() -> rootMessage(failure, server));
        return new ButlerException(
                code,
                "%s failed: %s%s"
                        .formatted(
                                capitalised(doing),
                                sentence(detail),
                                clock.map(" "::concat).orElse("")),
                certificateTime
                        .map(_ -> ClockSkew.CERTIFICATE_HINT)
                        .or(() -> clock.map(_ -> CLOCK_HINT))
                        .or(() -> answered.flatMap(KubeErrorMapper::missingNamespace)
                                .map(NAMESPACE_HINT::formatted))
                        .orElseGet(() -> code.remedy(problems.size())),
                problems,
                failure);
    }

    /** Returns an error for a response whose object cannot be decoded. */
    private static ButlerException undecodable(String doing, JsonProcessingException failure) {
        return new ButlerException(
                ErrorCode.INVALID_INPUT,
                "%s failed: cannot decode the stored object: %s."
                        .formatted(capitalised(doing), DecodingProblem.of(failure)),
                "Fix the field with kubectl edit, or delete the object.",
                List.of(),
                failure);
    }

    /** Returns whether the API responded that the object does not exist. */
    public static boolean isNotFound(Throwable failure) {
        return find(failure, KubernetesClientException.class)
                .filter(e -> e.getCode() == 404)
                .isPresent();
    }

    /** Returns the name of the namespace that does not exist; empty for another failure. */
    private static Optional<String> missingNamespace(KubernetesClientException failure) {
        return Optional.ofNullable(failure.getStatus())
                .filter(_ -> isNotFound(failure))
                .map(Status::getDetails)
                .filter(details -> "namespaces".equals(details.getKind()))
                .map(StatusDetails::getName);
    }

    /** Returns whether the API responded with a conflict: the object already exists or was changed. */
    public static boolean isConflict(Throwable failure) {
        return find(failure, KubernetesClientException.class)
                .filter(e -> e.getCode() == 409)
                .isPresent();
    }

    /** Returns whether the API rejected the content of the object. */
    public static boolean isInvalid(Throwable failure) {
        return find(failure, KubernetesClientException.class)
                .filter(e -> e.getCode() == 422)
                .isPresent();
    }

    /**
     * Returns whether the API processed the request and rejected it because of the object or the permissions. Includes status 500, with
     * which API servers respond to an apply with a field that the schema does not have.
     */
    public static boolean isRejected(Throwable failure) {
        return find(failure, KubernetesClientException.class)
                .filter(e -> e.getCode() >= 400 && e.getCode() <= 500)
                .filter(e -> e.getCode() != 401 && e.getCode() != 408 && e.getCode() != 429)
                .isPresent();
    }

    /** Returns the paths of the fields that another field manager owns; empty if the failure is not a conflict of server-side apply. */
    public static List<String> conflictingFields(KubernetesClientException failure) {
        List<StatusCause> causes = causes(failure);
        return isConflict(failure) && causes.stream().allMatch(cause -> FIELD_CONFLICT.equals(cause.getReason()))
                ? causes.stream().map(StatusCause::getField).toList()
                : List.of();
    }

    private static ErrorCode codeOf(int status, String reason) {
        return switch (status) {
            case 401 -> ErrorCode.UNAUTHENTICATED;
            case 403 -> ErrorCode.FORBIDDEN;
            case 404 -> ErrorCode.NOT_FOUND;
            case 409, 410 -> ErrorCode.CONFLICT;
            case 504 -> ErrorCode.TIMEOUT;
            case 408, 429 -> ErrorCode.UNREACHABLE;
            // A server that is overloaded, starting or stopping responds with 5xx. Retrying later helps, as for an
            // unreachable
            // server.
            default -> status >= 500 ? codeOfServerFault(reason) : ErrorCode.INVALID_INPUT;
        };
    }

    private static ErrorCode codeOfServerFault(String reason) {
        return reason.equals("Timeout") || reason.equals("ServerTimeout") ? ErrorCode.TIMEOUT : ErrorCode.UNREACHABLE;
    }

    private static ErrorCode codeOf(Throwable failure) {
        if (holds(failure, InterruptedException.class)) {
            return ErrorCode.CANCELLED;
        }
        if (holds(failure, CertPathValidatorException.class)
                || holds(failure, CertificateException.class)
                || holds(failure, SSLPeerUnverifiedException.class)
                || holds(failure, SSLHandshakeException.class)) {
            return ErrorCode.UNTRUSTED_CERTIFICATE;
        }
        if (holds(failure, HttpConnectTimeoutException.class)) {
            return ErrorCode.UNREACHABLE;
        }
        if (holds(failure, HttpTimeoutException.class)
                || holds(failure, TimeoutException.class)
                || holds(failure, KubernetesClientTimeoutException.class)) {
            return ErrorCode.TIMEOUT;
        }
        return holds(failure, IOException.class) ? ErrorCode.UNREACHABLE : ErrorCode.INTERNAL;
    }

    private static String reason(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus()).map(Status::getReason).orElse("");
    }

    private static String message(KubernetesClientException e, String server) {
        String message = missingNamespace(e)
                .map("namespace \"%s\" does not exist"::formatted)
                .or(() -> Optional.ofNullable(e.getStatus()).map(Status::getMessage))
                .orElseGet(() -> "the server responded with HTTP status " + e.getCode());
        return e.getCode() == 401 && !server.isEmpty()
                ? "the server%s rejected the credentials: %s".formatted(server, message)
                : message;
    }

    private static List<InputProblem> problems(KubernetesClientException e) {
        return causes(e).stream().map(KubeErrorMapper::problem).toList();
    }

    private static List<StatusCause> causes(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus())
                .map(Status::getDetails)
                .map(details -> details.getCauses())
                .orElse(List.of());
    }

    private static InputProblem problem(StatusCause cause) {
        return new InputProblem(
                Optional.ofNullable(cause.getField()).orElse(""),
                Optional.ofNullable(cause.getMessage())
                        .or(() -> Optional.ofNullable(cause.getReason()))
                        .orElse("is not valid"));
    }

    /** @param server with a space before it; empty if it is not known */
    private static String rootMessage(Throwable failure, String server) {
        Throwable root = chain(failure).reduce((outer, inner) -> inner).orElse(failure);
        if (holds(failure, ConnectException.class) || holds(failure, HttpConnectTimeoutException.class)) {
            return "cannot connect to the server" + server
                    + (server.isEmpty() ? "" : ": " + connectProblem(failure, root));
        }
        if (holds(failure, CertificateException.class) || holds(failure, CertPathValidatorException.class)) {
            return "the certificate of the server%s is not trusted: %s".formatted(server, root.getMessage());
        }
        String name = root.getClass().getSimpleName().replace("Exception", "");
        return root.getMessage() == null || root.getMessage().isBlank() ? name : name + ": " + root.getMessage();
    }

    private static String connectProblem(Throwable failure, Throwable root) {
        if (holds(failure, UnresolvedAddressException.class) || holds(failure, UnknownHostException.class)) {
            return "unknown host";
        }
        if (holds(failure, HttpConnectTimeoutException.class)) {
            return "connection timed out";
        }
        return chain(failure)
                .filter(ConnectException.class::isInstance)
                .flatMap(e -> Stream.ofNullable(e.getMessage()))
                .filter(message -> !message.isBlank())
                .reduce((outer, inner) -> inner)
                .map(message -> Character.toLowerCase(message.charAt(0)) + message.substring(1))
                .orElseGet(() -> root instanceof ClosedChannelException
                        ? "connection refused"
                        : root.getClass().getSimpleName().replace("Exception", ""));
    }

    private static String sentence(String detail) {
        return detail.endsWith(".") ? detail : detail + ".";
    }

    private static String capitalised(String phrase) {
        return phrase.isEmpty() ? "The request" : Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1);
    }

    private static boolean holds(Throwable failure, Class<? extends Throwable> type) {
        return find(failure, type).isPresent();
    }

    private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
        return chain(failure).filter(type::isInstance).map(type::cast).findFirst();
    }

    private static Stream<Throwable> chain(Throwable failure) {
        return Stream.iterate(failure, e -> e != null, Throwable::getCause).limit(DEEPEST_CAUSE);
    }
}
