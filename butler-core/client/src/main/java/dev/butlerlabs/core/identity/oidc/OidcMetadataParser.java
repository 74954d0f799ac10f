package dev.butlerlabs.core.identity.oidc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Parses discovery documents (OpenID Connect Discovery 1.0, section 3). Pure functions. */
final class OidcMetadataParser {
    private static final String ISSUER = "issuer";
    private static final String AUTHORIZATION = "authorization_endpoint";
    private static final String TOKEN = "token_endpoint";
    private static final String KEYS = "jwks_uri";
    private static final String DEVICE = "device_authorization_endpoint";
    private static final String REVOCATION = "revocation_endpoint";

    private OidcMetadataParser() {}

    /**
     * Returns the endpoints.
     *
     * @param issuer the issuer whose document it is
     * @throws ButlerException of kind INVALID with every problem
     */
    static OidcMetadata parse(String issuer, JsonNode document) {
        List<InputProblem> problems = new ArrayList<>();
        checkIssuer(issuer, document, problems);
        List.of(AUTHORIZATION, TOKEN, KEYS).forEach(field -> checkEndpoint(field, document, problems));
        List.of(DEVICE, REVOCATION).stream()
                .filter(document::has)
                .forEach(field -> checkEndpoint(field, document, problems));
        checkOffered("response_types_supported", Set.of("code"), document, problems);
        checkOffered("id_token_signing_alg_values_supported", JsonWebKeys.ALGORITHMS, document, problems);
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("The discovery document of %s is not valid.".formatted(issuer), problems);
        }
        return new OidcMetadata(
                issuer,
                document.path(AUTHORIZATION).asText(),
                document.path(TOKEN).asText(),
                document.path(KEYS).asText(),
                text(document, "userinfo_endpoint"),
                text(document, DEVICE),
                text(document, REVOCATION),
                texts(document, "scopes_supported"),
                texts(document, "token_endpoint_auth_methods_supported"));
    }

    private static void checkIssuer(String issuer, JsonNode document, List<InputProblem> problems) {
        Optional<String> found = text(document, ISSUER);
        if (found.isEmpty()) {
            problems.add(new InputProblem(ISSUER, "is missing"));
        } else if (!found.get().equals(issuer)) {
            problems.add(new InputProblem(
                    ISSUER,
                    "is \"%s\", not \"%s\"".formatted(found.get(), issuer),
                    "tokens are accepted only if both are identical, including a trailing slash"));
        }
    }

    private static void checkEndpoint(String field, JsonNode document, List<InputProblem> problems) {
        text(document, field)
                .map(OidcAddressPolicy::problem)
                .orElseGet(() -> Optional.of("is missing"))
                .ifPresent(problem -> problems.add(new InputProblem(field, problem)));
    }

    /** Checks that a list of the document, if it has one, contains one of the values. */
    private static void checkOffered(
            String field, Set<String> accepted, JsonNode document, List<InputProblem> problems) {
        JsonNode offered = document.path(field);
        boolean usable = offered.isMissingNode()
                || StreamSupport.stream(offered.spliterator(), false)
                        .anyMatch(value -> accepted.contains(value.asText()));
        if (!usable) {
            problems.add(new InputProblem(
                    field,
                    "must contain one of "
                            + String.join(", ", accepted.stream().sorted().toList())));
        }
    }

    private static List<String> texts(JsonNode document, String field) {
        return StreamSupport.stream(document.path(field).spliterator(), false)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .toList();
    }

    private static Optional<String> text(JsonNode document, String field) {
        return Optional.of(document.path(field))
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .filter(value -> !value.isBlank());
    }
}
