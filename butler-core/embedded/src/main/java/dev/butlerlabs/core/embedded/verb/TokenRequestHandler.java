package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.DecodedBody;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.rbac.ServiceAccountTokens;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusSubject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Handles requests for a token of a service account. */
final class TokenRequestHandler {
    private static final String GROUP = "authentication.k8s.io";
    private static final String KIND = "TokenRequest";
    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final String ACCOUNTS = "serviceaccounts";
    private static final Duration DEFAULT = Duration.ofHours(1);
    private static final Duration SHORTEST = Duration.ofMinutes(10);
    private static final long LONGEST_SECONDS = 1L << 32;

    private final ObjectRegistry registry;
    private final ServiceAccountTokens tokens;
    private final Clock clock;

    TokenRequestHandler(ObjectRegistry registry, ServiceAccountTokens tokens, Clock clock) {
        this.registry = registry;
        this.tokens = tokens;
        this.clock = clock;
    }

    /** Returns the account of a path below a group version; empty if it is not a path for tokens. */
    Optional<ObjectKey> account(GroupVersion groupVersion, List<String> path) {
        boolean matches = groupVersion.equals(CORE)
                && path.size() == 5
                && path.getFirst().equals("namespaces")
                && path.get(2).equals(ACCOUNTS)
                && path.getLast().equals("token");
        return matches
                ? Optional.of(
                        new ObjectKey(registry.catalog().find(CORE, ACCOUNTS).orElseThrow(), path.get(1), path.get(3)))
                : Optional.empty();
    }

    ApiResponse create(ApiRequest request, ObjectKey place) {
        if (!request.method().equals("POST")) {
            throw ApiException.methodNotAllowed();
        }
        DecodedBody body = RequestBodyDecoder.body(request, KIND);
        if (!(body.tree() instanceof ObjectNode question)) {
            throw ApiException.badRequest("the object provided is unrecognized (must be of type TokenRequest)");
        }
        KubernetesObject account = KubernetesObject.parse(registry.get(place).value());
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant expiry = now.plusSeconds(seconds(question));
        String token = tokens.issue(account, bound(question, account), now, expiry);
        question.put("kind", KIND).put("apiVersion", GROUP + "/v1");
        new KubernetesObject(question).put("name", account.name());
        new KubernetesObject(question).put("namespace", account.namespace());
        question.putObject("status").put("token", token).put("expirationTimestamp", expiry.toString());
        return ApiResponse.json(201, question);
    }

    private static long seconds(ObjectNode question) {
        JsonNode wanted = question.path("spec").path("expirationSeconds");
        long seconds = wanted.asLong(DEFAULT.toSeconds());
        if (seconds < SHORTEST.toSeconds()) {
            throw invalid(
                    question, "spec.expirationSeconds", wanted, "may not specify a duration less than 10 minutes");
        }
        if (seconds > LONGEST_SECONDS) {
            throw invalid(
                    question, "spec.expirationSeconds", wanted, "may not specify a duration larger than 2^32 seconds");
        }
        return seconds;
    }

    /** Binds tokens to Secrets only; pods do not run here. */
    private Optional<KubernetesObject> bound(JsonNode question, KubernetesObject account) {
        JsonNode reference = question.path("spec").path("boundObjectRef");
        if (reference.isMissingNode() || reference.isNull()) {
            return Optional.empty();
        }
        if (!reference.path("kind").asText("").equals("Secret")) {
            throw ApiException.notSupported(
                    "tokens bound to objects other than Secrets are not supported by the embedded API");
        }
        KubernetesObject secret = tokens.secret(
                        account.namespace(), reference.path("name").asText(""))
                .orElseThrow(() -> ApiException.notFound(new ApiStatusSubject(
                        "", "secrets", reference.path("name").asText(""))));
        String uid = reference.path("uid").asText("");
        if (!uid.isEmpty() && !uid.equals(secret.uid())) {
            throw ApiException.conflict(
                    new ApiStatusSubject("", "Secret", secret.name()),
                    "the UID in the bound object reference (%s) does not match the UID in record. The object might have been deleted and then recreated"
                            .formatted(uid));
        }
        return Optional.of(secret);
    }

    private static ApiException invalid(ObjectNode question, String path, JsonNode value, String detail) {
        return ApiException.invalid(
                new ApiStatusSubject(GROUP, KIND, new KubernetesObject(question).name()),
                List.of(FieldError.invalid(path, value, detail)));
    }
}
