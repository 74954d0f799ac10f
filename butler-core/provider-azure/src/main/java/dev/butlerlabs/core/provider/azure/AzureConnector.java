package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.provider.rest.AccessToken;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.RestServer;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Creates connections. The clients of both servers are created without sending a request.
 *
 * @param metadataService address of the metadata service, which is used for managed identities only
 */
record AzureConnector(WorkloadIdentity workload, URI metadataService, InstantSource clock) {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration TOKEN_TIMEOUT = Duration.ofSeconds(20);
    private static final String TRUST_HINT =
            "Specify its CA: caFile in a bootstrap file, or the key ca.pem in the credentials.";

    static AzureConnector ofThisProcess() {
        return new AzureConnector(
                new WorkloadIdentity(System.getenv()),
                ManagedIdentityTokenSource.METADATA_SERVICE,
                InstantSource.system());
    }

    AzureResourceGroup connect(AzureSettings settings, AzureLogin login, SSLContext tls) {
        Client client = client(settings, login, tls);
        return new AzureResourceGroup(
                client.arm(), settings, (target, url) -> new PageBlobClient(target, url, tls), client.tokens()::close);
    }

    Client client(AzureSettings settings, AzureLogin login, SSLContext tls) {
        if (settings.identity() == AzureIdentity.WORKLOAD_IDENTITY) {
            workload.validate(login);
        }
        SecretRedactor redactor = login.redactor();
        boolean managed = settings.identity() == AzureIdentity.MANAGED_IDENTITY;
        RestClient tokens = new RestClient(
                server(
                        managed ? "The metadata service" : "Microsoft Entra ID",
                        managed ? metadataService : settings.authority()),
                RestAuthentication.none(redactor),
                tls,
                RestClientOptions.withTimeout(TOKEN_TIMEOUT));
        RestClient rest = new RestClient(
                server("Azure Resource Manager", settings.endpoint()),
                new AzureAuthentication(source(tokens, settings, login), redactor, clock),
                tls,
                RestClientOptions.withTimeout(TIMEOUT));
        return new Client(new ArmClient(rest), tokens);
    }

    private static RestServer server(String title, URI base) {
        return new RestServer(title, base, Optional.empty(), TRUST_HINT);
    }

    private Supplier<AccessToken> source(RestClient rest, AzureSettings settings, AzureLogin login) {
        String scope = settings.endpoint() + "/.default";
        return switch (settings.identity()) {
            case CLIENT_SECRET ->
                new EntraTokenSource(
                        rest,
                        login.tenant().orElseThrow(),
                        login.clientId().orElseThrow(),
                        () -> EntraTokenSource.EntraProof.ofSecret(
                                login.secret().orElseThrow()),
                        scope,
                        clock);
            case WORKLOAD_IDENTITY ->
                new EntraTokenSource(
                        rest,
                        workload.tenant(login),
                        workload.clientId(login),
                        () -> EntraTokenSource.EntraProof.ofAssertion(workload.token()),
                        scope,
                        clock);
            case MANAGED_IDENTITY ->
                new ManagedIdentityTokenSource(rest, login.clientId(), settings.endpoint() + "/", clock);
        };
    }

    /** The clients of Azure Resource Manager and of the token endpoint. */
    record Client(ArmClient arm, RestClient tokens) implements AutoCloseable {
        @Override
        public void close() {
            arm.close();
            tokens.close();
        }
    }
}
