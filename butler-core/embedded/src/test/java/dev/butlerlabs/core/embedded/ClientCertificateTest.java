package dev.butlerlabs.core.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.embedded.identity.ServingIdentity;
import dev.butlerlabs.core.error.ButlerException;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server with certificates made elsewhere, and clients that show certificates instead of the token. */
class ClientCertificateTest {
    private static final String ADMINISTRATOR = "O=system:masters,CN=admin";

    private static TestAuthority authority;
    private static EmbeddedApiServer server;

    @BeforeAll
    static void start() throws Exception {
        authority = new TestAuthority("kubernetes");
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory().withIdentity(authority.server()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void letsAnAdministratorsCertificateIn() throws Exception {
        assertThat(ask(Optional.of(authority.client(ADMINISTRATOR)), "/api/v1/namespaces"))
                .isEqualTo(200);
    }

    @Test
    void knowsAGroupAmongSeveral() throws Exception {
        TestAuthority.Signed client = authority.client("CN=admin,O=others+O=system:masters");
        assertThat(ask(Optional.of(client), "/api/v1/namespaces")).isEqualTo(200);
    }

    @Test
    void forbidsWhatIsNotAnAdministrators() throws Exception {
        assertThat(ask(Optional.of(authority.client("O=developers,CN=bob")), "/api/v1/namespaces"))
                .isEqualTo(403);
    }

    @Test
    void refusesACertificateOfAnotherAuthorityWithTheSameName() throws Exception {
        TestAuthority other = new TestAuthority("kubernetes");
        assertThat(ask(Optional.of(other.client(ADMINISTRATOR)), "/api/v1/namespaces"))
                .isEqualTo(401);
        assertThat(ask(Optional.of(other.client(ADMINISTRATOR)), "/healthz")).isEqualTo(401);
    }

    @Test
    void refusesACertificateThatHasExpiredOrIsNotGoodYet() throws Exception {
        Instant now = Instant.now();
        Duration hour = Duration.ofHours(1);
        for (Instant from : new Instant[] {now.minus(hour.multipliedBy(2)), now.plus(hour)}) {
            TestAuthority.Signed client =
                    authority.client(ADMINISTRATOR, KeyPurposeId.id_kp_clientAuth, from, hour.minusSeconds(5));
            assertThat(ask(Optional.of(client), "/api/v1/namespaces")).isEqualTo(401);
        }
    }

    @Test
    void refusesACertificateThatIsMeantForServers() throws Exception {
        TestAuthority.Signed client =
                authority.client(ADMINISTRATOR, KeyPurposeId.id_kp_serverAuth, Instant.now(), Duration.ofHours(1));
        assertThat(ask(Optional.of(client), "/api/v1/namespaces")).isEqualTo(401);
    }

    @Test
    void stillWantsSomebodyKnownAndTellsItsHealthToAll() throws Exception {
        assertThat(ask(Optional.empty(), "/api/v1/namespaces")).isEqualTo(401);
        assertThat(ask(Optional.empty(), "/healthz")).isEqualTo(200);
    }

    @Test
    void stillTakesTheToken() {
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.kubeconfig()))
                .build()) {
            assertThat(client.namespaces().withName("kube-system").get()).isNotNull();
        }
    }

    @Test
    void saysWhichPartOfAnIdentityIsNoGood() throws Exception {
        ServingIdentity good = authority.server();
        assertThatThrownBy(() -> EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withIdentity(new ServingIdentity(good.certificate(), good.certificate(), good.authority()))))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        e -> assertThat(e.problems())
                                .anySatisfy(
                                        problem -> assertThat(problem.path()).isEqualTo("key")));
        assertThat(good.toString()).doesNotContain("PRIVATE");
    }

    private static int ask(Optional<TestAuthority.Signed> shown, String path) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        KeyManager[] keys =
                shown.map(client -> new KeyManager[] {new Shown(client)}).orElse(null);
        context.init(keys, trust.getTrustManagers(), null);
        try (HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
            HttpRequest request = HttpRequest.newBuilder(server.uri().resolve(path))
                    .timeout(Duration.ofSeconds(30))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        }
    }

    /** Shows its certificate whatever authorities the server names. */
    private static final class Shown extends X509ExtendedKeyManager {
        private final TestAuthority.Signed client;

        private Shown(TestAuthority.Signed client) {
            this.client = client;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return "client";
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return "client";
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {"client"};
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {client.certificate()};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return client.key().getPrivate();
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[0];
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }
    }
}
