package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The write fence on a real kube-apiserver, to which the client speaks HTTP/2. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RealApiWriteFenceTest {
    private final AtomicInteger passes = new AtomicInteger();

    private KubernetesClient client;
    private KubernetesClient fenced;

    @BeforeEach
    void connect() {
        Optional<RealApiServer> server = RealApiServer.shared();
        assumeTrue(server.isPresent(), "needs scripts/testbench");
        client = new KubeConnector("test").connect(kubeconfig(server.get().target()));
        fenced = KubeConnector.fenced(client, () -> passes.getAndDecrement() > 0);
        client.resource(WriteFenceTest.configMap("present")).create();
    }

    @AfterEach
    void removeObjects() {
        if (client != null) {
            client.resource(WriteFenceTest.configMap("present")).delete();
            client.resource(WriteFenceTest.configMap("new")).delete();
            fenced.close();
            client.close();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.butlerlabs.core.kube.WriteFenceTest#writes")
    void aWriteIsAbortedWhenItsBodyIsSentTooLate(WriteFenceTest.Write write) {
        String version = present().getMetadata().getResourceVersion();
        passes.set(1);

        assertThatThrownBy(() -> KubeErrorMapper.translating(
                        "writing", () -> write.action().apply(fenced)))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.CONFLICT));

        assertThat(passes).as("checks").hasValue(-1);
        assertThat(present().getMetadata().getResourceVersion()).isEqualTo(version);
        assertThat(client.resource(WriteFenceTest.configMap("new")).get()).isNull();
    }

    private ConfigMap present() {
        return client.resource(WriteFenceTest.configMap("present")).get();
    }

    private static Kubeconfig kubeconfig(ApiServerTarget target) {
        byte[] authority = target.authorityPem().getBytes(StandardCharsets.US_ASCII);
        return Kubeconfig.of(
                "test",
                Map.of(
                        "server",
                        target.server().toString(),
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(authority)),
                Map.of("token", target.token()));
    }
}
