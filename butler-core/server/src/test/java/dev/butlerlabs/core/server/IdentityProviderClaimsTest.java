package dev.butlerlabs.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.identity.oidc.ClaimNames;
import dev.butlerlabs.core.server.login.NamedProvider;
import dev.butlerlabs.core.server.login.ProviderDirectory;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The claims that the console reads are those of the IdentityProviders of the cluster. */
@Tag("slow")
class IdentityProviderClaimsTest {
    @Test
    void areThoseOfTheIdentityProvider() {
        try (ConsoleTestBed bed = new ConsoleTestBed()) {
            create(bed.admin, "plain", "");
            create(bed.admin, "directory", ", \"emailClaim\": \"upn\", \"groupsClaim\": \"roles\"");

            Map<String, ClaimNames> claims = ProviderDirectory.inCluster(bed.admin, Clock.systemUTC()).list().stream()
                    .collect(Collectors.toMap(NamedProvider::name, NamedProvider::claims));

            assertThat(claims)
                    .containsOnly(
                            Map.entry("plain", ClaimNames.DEFAULT),
                            Map.entry("directory", new ClaimNames("upn", "roles")));
        }
    }

    private static void create(KubernetesClient client, String name, String claims) {
        String json = """
                {"apiVersion": "butler.butlerlabs.dev/v1alpha1", "kind": "IdentityProvider", "metadata": {"name": "%s"},
                 "spec": {"type": "oidc", "oidc": {"issuerURL": "https://sso.example.com", "clientID": "butler",
                          "clientSecretRef": {"name": "%s", "namespace": "butler-system"},
                          "redirectURL": "https://console.example.com/api/auth/callback"%s}}}
                """.formatted(name, name, claims);
        client.resource(client.getKubernetesSerialization().unmarshal(json, IdentityProvider.class))
                .create();
    }
}
