package dev.butlerlabs.core.identity.change;

import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.identity.oidc.JsonWebKeys;
import dev.butlerlabs.core.identity.oidc.OidcMetadata;
import dev.butlerlabs.core.identity.oidc.OidcProviderReader;
import dev.butlerlabs.core.progress.CountFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks everything of an identity provider that can be checked without a login. Thread-safe. */
public final class IdentityProviderCheck {
    private final OidcProviderReader reader;

    public IdentityProviderCheck(OidcProviderReader reader) {
        this.reader = reader;
    }

    /**
     * The result of one check.
     *
     * @param failure why it failed; empty if it succeeded
     */
    public record Result(String check, String message, Optional<ErrorKind> failure) {
        public Result {
            Objects.requireNonNull(check, "check");
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(failure, "failure");
        }
    }

    /** Checks the discovery document and the keys. Nothing is thrown for a provider that cannot be used. */
    public List<Result> documents(String issuer) {
        List<Result> results = new ArrayList<>();
        try {
            OidcMetadata metadata = reader.discover(issuer);
            results.add(new Result("discovery", "Discovered %s.".formatted(issuer), Optional.empty()));
            results.add(keys(metadata));
        } catch (ButlerException e) {
            results.add(failure("discovery", e));
        }
        return results;
    }

    private Result keys(OidcMetadata metadata) {
        try {
            JsonWebKeys keys = reader.keys(metadata);
            return new Result("keys", CountFormatter.of(keys.usable(), "signing key") + ".", Optional.empty());
        } catch (ButlerException e) {
            return failure("keys", e);
        }
    }

    private static Result failure(String check, ButlerException e) {
        String problems = e.problems().stream().map(InputProblem::toString).collect(Collectors.joining("; "));
        return new Result(
                check, e.getMessage() + (problems.isEmpty() ? "" : " " + problems + "."), Optional.of(e.kind()));
    }

    /** Checks the client secret as well. */
    public List<Result> all(Oidc oidc, IdentityProviderSecrets secrets) {
        List<Result> results = new ArrayList<>();
        results.add(secrets.problem(oidc.clientSecretRef(), IdentityProviderSecrets.CLIENT_SECRET)
                .map(problem -> new Result("secret", problem, Optional.of(ErrorKind.INVALID)))
                .orElseGet(() -> new Result("secret", "The client secret exists.", Optional.empty())));
        results.addAll(documents(oidc.issuerURL()));
        return results;
    }
}
