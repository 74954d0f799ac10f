package dev.butlerlabs.core.identity.oidc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Verifies ID tokens (OpenID Connect Core 1.0, section 3.1.3.7): the signature with a key of the provider, then issuer, audience,
 * authorized party, nonce and times. Thread-safe.
 */
public final class IdTokenVerifier {
    /** Permitted difference between the clocks of this machine and of the provider. */
    static final Duration SKEW = Duration.ofSeconds(30);

    private static final String HINT = "Check the issuer, the client id and the clock of this machine.";

    private final String issuer;
    private final String clientId;
    private final ClaimNames claimNames;
    private final SigningKeyCache keys;
    private final Clock clock;

    /** Creates a verifier that reads the default claims. */
    public IdTokenVerifier(String issuer, String clientId, SigningKeyCache keys, Clock clock) {
        this(issuer, clientId, ClaimNames.DEFAULT, keys, clock);
    }

    public IdTokenVerifier(String issuer, String clientId, ClaimNames claimNames, SigningKeyCache keys, Clock clock) {
        this.issuer = issuer;
        this.clientId = clientId;
        this.claimNames = claimNames;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * Returns the content of a valid token.
     *
     * @param nonce the value that the token must contain; empty if the request had none
     * @throws ButlerException with LOGIN_REJECTED and every problem if the token is not valid; no message contains the token
     */
    public IdToken verify(String token, Optional<String> nonce) {
        SignedToken signed = SignedToken.parse(token);
        requireSignature(signed);
        List<InputProblem> problems = problems(signed.claims(), nonce);
        if (!problems.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.LOGIN_REJECTED,
                    "The ID token of %s is not valid.".formatted(issuer),
                    HINT,
                    problems,
                    null);
        }
        return content(token, signed.claims());
    }

    private void requireSignature(SignedToken token) {
        String name = token.header().path("alg").asText();
        TokenAlgorithm algorithm = TokenAlgorithm.find(name)
                .filter(_ -> !token.header().has("crit"))
                .orElseThrow(() -> rejected("is signed with an algorithm or extension that is not accepted"));
        Optional<String> id = Optional.ofNullable(token.header().path("kid").textValue());
        List<JsonWebKey> candidates = keys.containing(key -> matches(key, id, algorithm)).keys().stream()
                .filter(key -> matches(key, id, algorithm))
                .toList();
        if (candidates.isEmpty()) {
            throw rejected("is signed with a key that the provider does not publish");
        }
        if (candidates.stream().noneMatch(key -> token.isSignedBy(key, algorithm))) {
            throw rejected("has a signature that is not valid");
        }
    }

    private static boolean matches(JsonWebKey key, Optional<String> id, TokenAlgorithm algorithm) {
        return algorithm.accepts(key) && (id.isEmpty() || key.id().equals(id));
    }

    private ButlerException rejected(String reason) {
        return new ButlerException(ErrorCode.LOGIN_REJECTED, "The ID token of %s %s.".formatted(issuer, reason), HINT);
    }

    private List<InputProblem> problems(JsonNode claims, Optional<String> nonce) {
        List<InputProblem> problems = new ArrayList<>();
        if (!claims.path("iss").asText().equals(issuer)) {
            problems.add(new InputProblem("iss", "is another issuer"));
        }
        if (claims.path("sub").asText().isEmpty()) {
            problems.add(new InputProblem("sub", "is missing"));
        }
        checkAudience(claims, problems);
        if (nonce.isPresent() && !nonce.equals(text(claims, "nonce"))) {
            problems.add(new InputProblem("nonce", "is not the one of this login"));
        }
        if (claimNames.isCustomEmail() && email(claims).isEmpty()) {
            problems.add(new InputProblem(claimNames.email(), "is missing or not a text"));
        }
        checkTimes(claims, problems);
        return problems;
    }

    private void checkAudience(JsonNode claims, List<InputProblem> problems) {
        List<String> audience = texts(claims.path("aud")).toList();
        if (!audience.contains(clientId)) {
            problems.add(new InputProblem("aud", "does not contain the client id \"%s\"".formatted(clientId)));
        }
        Optional<String> party = text(claims, "azp");
        if (party.isEmpty() ? audience.size() > 1 : !party.get().equals(clientId)) {
            problems.add(new InputProblem("azp", "is not the client id \"%s\"".formatted(clientId)));
        }
    }

    private void checkTimes(JsonNode claims, List<InputProblem> problems) {
        Instant now = clock.instant();
        Optional<Instant> expiry = time(claims, "exp");
        if (expiry.isEmpty()) {
            problems.add(new InputProblem("exp", "is missing or not a time"));
        } else if (!now.isBefore(expiry.get().plus(SKEW))) {
            problems.add(new InputProblem("exp", "the token expired at %s".formatted(expiry.get())));
        }
        for (String field : List.of("iat", "nbf")) {
            if (time(claims, field).filter(now.plus(SKEW)::isBefore).isPresent()) {
                problems.add(new InputProblem(field, "is in the future"));
            }
        }
    }

    private IdToken content(String token, JsonNode claims) {
        return new IdToken(
                token,
                claims.path("sub").asText(),
                time(claims, "iat").orElseGet(clock::instant),
                time(claims, "exp").orElseThrow(),
                text(claims, "nonce"),
                email(claims),
                texts(claims.path(claimNames.groups())).toList());
    }

    private Optional<String> email(JsonNode claims) {
        return text(claims, claimNames.email()).filter(_ -> claimNames.isCustomEmail() || isEmailUsable(claims));
    }

    /** Times beyond any calendar are treated as missing. */
    private static Optional<Instant> time(JsonNode claims, String field) {
        JsonNode value = claims.path(field);
        return value.isNumber() && Math.abs(value.asDouble()) < Instant.MAX.getEpochSecond()
                ? Optional.of(Instant.ofEpochSecond(value.asLong()))
                : Optional.empty();
    }

    private static Optional<String> text(JsonNode claims, String field) {
        return Optional.ofNullable(claims.path(field).textValue());
    }

    /** Returns the texts of a claim that is one text or a list. */
    private static Stream<String> texts(JsonNode claim) {
        return claim.isTextual()
                ? Stream.of(claim.textValue())
                : StreamSupport.stream(claim.spliterator(), false)
                        .filter(JsonNode::isTextual)
                        .map(JsonNode::textValue);
    }

    /** An address that the provider explicitly did not verify can be one of another user. */
    private static boolean isEmailUsable(JsonNode claims) {
        return !claims.has("email_verified") || claims.path("email_verified").asBoolean();
    }
}
