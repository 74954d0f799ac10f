package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.identity.oidc.OidcMetadata;
import java.util.List;
import java.util.Optional;

/** The endpoints of a provider that does not exist. */
final class TestProvider {
    static final OidcMetadata METADATA = metadata(List.of());

    private TestProvider() {}

    static OidcMetadata metadata(List<String> clientAuthentication) {
        return new OidcMetadata(
                "https://sso.example.com",
                "https://sso.example.com/auth",
                "https://sso.example.com/token",
                "https://sso.example.com/keys",
                Optional.empty(),
                Optional.of("https://sso.example.com/device"),
                Optional.empty(),
                List.of(),
                clientAuthentication);
    }
}
