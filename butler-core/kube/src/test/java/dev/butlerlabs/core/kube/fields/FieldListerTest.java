package dev.butlerlabs.core.kube.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class FieldListerTest {
    private static final FieldPaths NAME = FieldPaths.of(List.of("metadata.name"));
    private static final ListOptions ALL = new ListOptionsBuilder().build();

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Queue<Answer> answers = new ArrayDeque<>();
    private HttpServer server;
    private KubernetesClient client;

    private record Answer(int status, String body) {}

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        client = new KubeConnector("test")
                .connect(Kubeconfig.of(
                        "test",
                        Map.of(
                                "server",
                                "http://127.0.0.1:" + server.getAddress().getPort()),
                        Map.of("token", "secret")));
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.add("%s %s"
                .formatted(
                        exchange.getRequestURI(), exchange.getRequestHeaders().getFirst("Authorization")));
        Answer answer = answers.remove();
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void page(String next, String... names) {
        answers.add(new Answer(
                200,
                "{\"items\": [%s], \"metadata\": {\"continue\": \"%s\"}}\n"
                        .formatted(
                                String.join(
                                        ", ",
                                        List.of(names).stream()
                                                .map("{\"metadata\": {\"name\": \"%s\"}}"::formatted)
                                                .toList()),
                                next)));
    }

    private Optional<List<String>> names(
            Class<? extends HasMetadata> type, Optional<String> namespace, ListOptions selection) {
        return new FieldLister(client)
                .list(type, namespace, selection, NAME, fields -> fields.requiredText("metadata.name"));
    }

    @Test
    void readsAllPagesWithTheSelectors() {
        page("a b", "one", "two");
        page("", "three");
        ListOptions selection = new ListOptionsBuilder()
                .withLabelSelector("env in (prod)")
                .withFieldSelector("metadata.name=x")
                .build();

        assertThat(names(TenantCluster.class, Optional.of("team-a"), selection))
                .contains(List.of("one", "two", "three"));

        String first = "/apis/butler.butlerlabs.dev/v1alpha1/namespaces/team-a/tenantclusters"
                + "?limit=1000&labelSelector=env%20in%20%28prod%29&fieldSelector=metadata.name%3Dx";
        assertThat(requests).containsExactly(first + " Bearer secret", first + "&continue=a%20b Bearer secret");
    }

    @Test
    void listsAllNamespacesAndResourcesWithoutOne() {
        page("");
        page("", "a");
        assertThat(names(TenantCluster.class, Optional.empty(), ALL)).contains(List.of());
        assertThat(names(Team.class, Optional.empty(), ALL)).contains(List.of("a"));
        assertThat(requests)
                .containsExactly(
                        "/apis/butler.butlerlabs.dev/v1alpha1/tenantclusters?limit=1000 Bearer secret",
                        "/apis/butler.butlerlabs.dev/v1alpha1/teams?limit=1000 Bearer secret");
    }

    @Test
    void givesNoResultIfAPageIsNotAList() {
        page("more", "one");
        answers.add(new Answer(410, "{\"kind\": \"Status\"}"));
        assertThat(names(TenantCluster.class, Optional.empty(), ALL)).isEmpty();
        answers.add(new Answer(403, "{\"kind\": \"Status\"}"));
        assertThat(names(TenantCluster.class, Optional.empty(), ALL)).isEmpty();
        answers.add(new Answer(200, "<html>"));
        assertThat(names(TenantCluster.class, Optional.empty(), ALL)).isEmpty();
        answers.add(new Answer(200, "{\"items\": [{\"metadata\": {}}]}"));
        assertThat(names(TenantCluster.class, Optional.empty(), ALL)).isEmpty();
    }

    @Test
    void failsIfTheServerCannotBeReached() {
        server.stop(0);
        assertThatThrownBy(() -> names(TenantCluster.class, Optional.empty(), ALL))
                .isInstanceOf(KubernetesClientException.class)
                .hasRootCauseInstanceOf(IOException.class);
    }
}
