package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.IdentityProviderSpec.GoogleWorkspace;
import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.identity.change.IdentityProviderSecrets;
import dev.butlerlabs.core.identity.oidc.JsonWebKeys;
import dev.butlerlabs.core.identity.oidc.OidcMetadata;
import dev.butlerlabs.core.identity.oidc.OidcProviderReader;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.reconcile.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The steps of an IdentityProvider. They only read; the content of Secrets is never reported. */
final class IdentityProviderSteps {
    private final IdentityProviderSecrets secrets;
    private final Function<Oidc, OidcProviderReader> readers;

    /** @param readers returns the reader for a provider, which verifies certificates unless the provider says otherwise */
    IdentityProviderSteps(IdentityProviderSecrets secrets, Function<Oidc, OidcProviderReader> readers) {
        this.secrets = secrets;
        this.readers = readers;
    }

    /** Checks that the Secrets exist and have the key that the provider names. */
    StepResult secret(IdentityProviderReconcileContext scope) {
        Optional<Oidc> oidc = scope.oidc();
        if (oidc.isEmpty()) {
            return StepResult.failed("SettingsMissing", "Specify spec.oidc.");
        }
        List<String> problems = new ArrayList<>();
        secrets.problem(oidc.get().clientSecretRef(), IdentityProviderSecrets.CLIENT_SECRET)
                .ifPresent(problems::add);
        Optional.ofNullable(oidc.get().googleWorkspace())
                .map(GoogleWorkspace::serviceAccountSecretRef)
                .flatMap(reference -> secrets.problem(reference, IdentityProviderSecrets.SERVICE_ACCOUNT))
                .ifPresent(problems::add);
        return problems.isEmpty()
                ? StepResult.done("The client secret exists.")
                : StepResult.failed("SecretInvalid", String.join(" ", problems));
    }

    /** Reads the discovery document and compares its issuer. */
    StepResult discovery(IdentityProviderReconcileContext scope) {
        Oidc oidc = scope.oidc().orElseThrow();
        return checked("DiscoveryFailed", () -> {
            OidcMetadata metadata = readers.apply(oidc).discover(oidc.issuerURL());
            scope.discovered(metadata);
            return StepResult.done("Discovered %s.".formatted(oidc.issuerURL()) + warning(oidc));
        });
    }

    private static String warning(Oidc oidc) {
        return Boolean.TRUE.equals(oidc.insecureSkipVerify()) ? " Its certificate is not verified." : "";
    }

    /** Checks that tokens can be verified with the keys of the provider. */
    StepResult keys(IdentityProviderReconcileContext scope) {
        return checked("KeysInvalid", () -> {
            JsonWebKeys keys = readers.apply(scope.oidc().orElseThrow())
                    .keys(scope.metadata().orElseThrow());
            return StepResult.done(CountFormatter.of(keys.usable(), "signing key") + ".");
        });
    }

    /** A provider that cannot be used fails, also if it is only unreachable: users cannot log in. */
    private static StepResult checked(String reason, Supplier<StepResult> check) {
        try {
            return check.get();
        } catch (ButlerException e) {
            return switch (e.kind()) {
                case UNREACHABLE, TIMEOUT -> StepResult.failed("ProviderUnreachable", e.getMessage());
                case INVALID -> StepResult.failed(reason, e.getMessage() + problems(e.problems()));
                case INTERNAL, USAGE, DENIED, NOT_FOUND, CONFLICT, PROVIDER, ENVIRONMENT, DEGRADED, CANCELLED ->
                    throw e;
            };
        }
    }

    private static String problems(List<InputProblem> problems) {
        return problems.isEmpty()
                ? ""
                : problems.stream().map(InputProblem::toString).collect(Collectors.joining("; ", " ", "."));
    }
}
