package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes while writing is allowed, not allowed, and not allowed any more when the body is sent. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WriteFenceTest {
    private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH", "DELETE");

    private final List<String> handled = new CopyOnWriteArrayList<>();
    /** How many checks still pass. */
    private final AtomicInteger passes = new AtomicInteger(Integer.MAX_VALUE);

    private EmbeddedApiServer server;
    private KubernetesClient fenced;

    @BeforeEach
    void start() {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory().withGate(recorder()));
        try (KubernetesClient client =
                new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            client.resource(configMap("present")).create();
            fenced = KubeConnector.fenced(client, () -> passes.getAndDecrement() > 0);
        }
        handled.clear();
    }

    @AfterEach
    void stop() {
        fenced.close();
        server.close();
    }

    static Stream<Write> writes() {
        return Stream.of(
                new Write("POST", client -> client.resource(configMap("new")).create()),
                new Write("PUT", client -> client.resource(configMap("present")).update()),
                new Write(
                        "PATCH", client -> client.resource(configMap("present")).serverSideApply()),
                new Write(
                        "PATCH",
                        client -> client.resource(configMap("present"))
                                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\": {\"a\": \"b\"}}")),
                new Write(
                        "DELETE",
                        client -> client.resource(configMap("present")).delete()));
    }

    record Write(String method, Function<KubernetesClient, Object> action) {}

    @ParameterizedTest
    @MethodSource("writes")
    void aWriteIsSentWhileItIsAllowed(Write write) {
        var unused = write.action().apply(fenced);

        assertThat(handled).contains(write.method());
    }

    @ParameterizedTest
    @MethodSource("writes")
    void aWriteIsRejectedBeforeItIsSent(Write write) {
        passes.set(0);

        assertRejected(write);
    }

    /** The first check passes as the request is handed to the HTTP client, the second fails as the client requests the body. */
    @ParameterizedTest
    @MethodSource("writes")
    void aWriteIsAbortedWhenItsBodyIsSentTooLate(Write write) {
        passes.set(1);

        assertRejected(write);
        assertThat(passes).as("checks").hasValue(-1);
    }

    private void assertRejected(Write write) {
        assertThatThrownBy(() -> KubeErrorMapper.translating(
                        "writing", () -> write.action().apply(fenced)))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(ErrorKind.CONFLICT))
                .hasMessageContaining("does not hold the lease");
        assertThat(handled).isEmpty();
        assertThat(fenced.configMaps().inNamespace("default").list().getItems())
                .extracting(object -> object.getMetadata().getName())
                .containsExactly("present");
    }

    @Test
    void aReadIsAlwaysSent() {
        passes.set(0);

        assertThat(fenced.configMaps()
                        .inNamespace("default")
                        .withName("present")
                        .get())
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
    void writesAreTheMethodsThatChangeSomething(String method) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1/api"))
                .method(method, BodyPublishers.noBody())
                .build();

        assertThat(new WriteFence(() -> false).rejection(request).isPresent()).isEqualTo(WRITES.contains(method));
        assertThat(new WriteFence(() -> true).rejection(request)).isEmpty();
    }

    private RequestInterceptor recorder() {
        return new RequestInterceptor() {
            @Override
            public Verdict before(Visit visit) {
                return Verdict.PASS;
            }

            @Override
            public void after(Visit visit) {
                if (WRITES.contains(visit.method())) {
                    handled.add(visit.method());
                }
            }
        };
    }

    static ConfigMap configMap(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .build();
    }
}
