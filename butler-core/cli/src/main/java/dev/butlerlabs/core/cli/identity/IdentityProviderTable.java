package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.api.IdentityProviderStatus;
import dev.butlerlabs.core.api.IdentityProviderStatus.DiscoveredEndpoints;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.identity.change.IdentityProviderSecrets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Table layout of IdentityProviders, and the text of one. */
public final class IdentityProviderTable {
    private IdentityProviderTable() {}

    public static TableLayout<IdentityProvider> at(Instant now) {
        return ResourceTables.listing(List.of(
                Column.of("name", provider -> provider.getMetadata().getName()),
                Column.of(
                        "issuer",
                        provider -> oidc(provider).map(Oidc::issuerURL).orElse("-")),
                Column.of("phase", IdentityProviderTable::phase),
                Column.of("age", provider -> TeamTable.age(provider, now)),
                Column.wide(
                        "client-id",
                        provider -> oidc(provider).map(Oidc::clientID).orElse("-"))));
    }

    private static Optional<Oidc> oidc(IdentityProvider provider) {
        return Optional.ofNullable(provider.getSpec().oidc());
    }

    private static String phase(IdentityProvider provider) {
        return EnumWord.of(status(provider).map(IdentityProviderStatus::phase));
    }

    private static Optional<IdentityProviderStatus> status(IdentityProvider provider) {
        return Optional.ofNullable(provider.getStatus());
    }

    /** Prints a provider for people. */
    public static void print(OutputPrinter printer, IdentityProvider provider, Instant now) {
        FactPrinter facts = new FactPrinter(printer);
        Optional<DiscoveredEndpoints> endpoints = status(provider).map(IdentityProviderStatus::discoveredEndpoints);
        facts.fact("Name", provider.getMetadata().getName());
        facts.fact("Display Name", provider.getSpec().displayName());
        facts.fact("Issuer", oidc(provider).map(Oidc::issuerURL));
        facts.fact("Client ID", oidc(provider).map(Oidc::clientID));
        facts.fact("Client Secret", oidc(provider).map(Oidc::clientSecretRef).map(IdentityProviderSecrets::name));
        facts.fact("Redirect URL", oidc(provider).map(Oidc::redirectURL));
        facts.fact("Phase", phase(provider));
        facts.fact("Message", status(provider).map(IdentityProviderStatus::message));
        facts.fact("Validated", status(provider).map(IdentityProviderStatus::lastValidatedTime));
        facts.fact("Authorization", endpoints.map(DiscoveredEndpoints::authorizationEndpoint));
        facts.fact("Token", endpoints.map(DiscoveredEndpoints::tokenEndpoint));
        facts.fact("Keys", endpoints.map(DiscoveredEndpoints::jwksURI));
        facts.fact("Age", TeamTable.age(provider, now));
        facts.conditions(
                status(provider).map(IdentityProviderStatus::conditions).orElse(List.of()));
    }
}
