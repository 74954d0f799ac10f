package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.change.IdentityProviderCheck;
import dev.butlerlabs.core.identity.change.IdentityProviderCheck.Result;
import dev.butlerlabs.core.identity.change.IdentityProviderSecrets;
import dev.butlerlabs.core.identity.oidc.HttpOidcClient;
import dev.butlerlabs.core.identity.oidc.OidcProviderReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the checks of an identity provider from this machine. */
final class IdentityProviderTestAction {
    static final TableLayout<Result> LISTING = new TableLayout<>(
            List.of(
                    Column.of("check", Result::check),
                    Column.of("result", result -> result.failure().isEmpty() ? "OK" : "Failed"),
                    Column.of("message", Result::message)),
            Result::check,
            IdentityProviderTestAction::document,
            (_, _) -> 0,
            Map.of());

    private final IdentityProvider provider;

    IdentityProviderTestAction(IdentityProvider provider) {
        this.provider = provider;
    }

    List<Result> run(IdentityProviderSecrets secrets) {
        Oidc oidc = Optional.ofNullable(provider.getSpec().oidc())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "IdentityProvider %s has no spec.oidc."
                                .formatted(provider.getMetadata().getName())));
        boolean unverified = Boolean.TRUE.equals(oidc.insecureSkipVerify());
        try (HttpOidcClient http = unverified ? HttpOidcClient.unverified() : HttpOidcClient.verified()) {
            return new IdentityProviderCheck(new OidcProviderReader(http)).all(oidc, secrets);
        }
    }

    /** @throws ButlerException if the documents of an issuer cannot be used */
    static void require(String issuer) {
        try (HttpOidcClient http = HttpOidcClient.verified()) {
            new IdentityProviderCheck(new OidcProviderReader(http))
                    .documents(issuer).stream()
                            .filter(result -> result.failure().isPresent())
                            .findFirst()
                            .ifPresent(IdentityProviderTestAction::fail);
        }
    }

    private static void fail(Result result) {
        boolean invalid = result.failure().filter(ErrorKind.INVALID::equals).isPresent();
        throw new ButlerException(
                invalid ? ErrorCode.INVALID_INPUT : ErrorCode.UNREACHABLE,
                result.message(),
                "Correct the issuer, or add the provider unchecked with --skip-test.");
    }

    private static Map<String, Object> document(Result result) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("check", result.check());
        document.put("ok", result.failure().isEmpty());
        document.put("message", result.message());
        return document;
    }
}
