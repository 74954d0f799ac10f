package dev.butlerlabs.adm.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every route of the console in the program, which contains what the routes need also if it is native. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ConsoleRoutesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int INTERNAL = 500;
    private static final HttpClient BROWSER =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Map<String, String> NAMES =
            Map.of("ns", "team-a", "namespace", "team-a", "name", "web", "kind", "tenantclusters");
    private static final String OBJECTS = """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: Team
            metadata: {name: web}
            spec: {displayName: Web, access: {users: [{name: ada@example.com, role: admin}]}}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: ProviderConfig
            metadata: {name: web, namespace: team-a}
            spec: {provider: harvester, credentialsRef: {name: web}, harvester: {endpoint: "https://127.0.0.1:1", networkName: default/vlan40}}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: NetworkPool
            metadata: {name: web, namespace: team-a}
            spec: {cidr: 127.40.0.0/22}
            """;
    private static final String CLUSTER = """
            {"apiVersion": "butler.butlerlabs.dev/v1alpha1", "kind": "TenantCluster", "metadata": {"namespace": "team-a", "name": "web"},
             "spec": {"kubernetesVersion": "v1.34.1", "providerConfigRef": {"name": "web"}, "workers": {"replicas": 2}}}
            """;

    @TempDir
    private Path folder;

    private EmbeddedApiServer server;
    private Process console;
    private URI url;
    private String cookie = "";
    private String csrfToken = "";

    @BeforeEach
    void start() throws Exception {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        try (KubernetesClient client =
                new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            for (String name : List.of("team-a", "butler-system")) {
                client.resource(new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(name)
                                .endMetadata()
                                .build())
                        .create();
            }
            for (String object : OBJECTS.split("---\n", -1)) {
                client.resource(client.getKubernetesSerialization().unmarshal(object, GenericKubernetesResource.class))
                        .create();
            }
        }
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
        console = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", folder.resolve("home").toString())
                .start("console", "-o", "json", "--kubeconfig", kubeconfig.toString());
        logIn(JSON.readTree(
                console.inputReader()
                                .lines()
                                .takeWhile(line -> !line.equals("}"))
                                .reduce("", String::concat) + "}"));
    }

    private void logIn(JsonNode printed) throws IOException, InterruptedException {
        url = URI.create(printed.path("url").asText());
        cookie = send("GET", printed.path("link").asText(), Optional.empty())
                .headers()
                .firstValue("set-cookie")
                .orElseThrow()
                .replaceAll(";.*", "");
        csrfToken = JSON.readTree(get("/api/auth/me").body()).path("csrfToken").asText();
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (console != null) {
            console.destroy();
            if (!console.waitFor(30, TimeUnit.SECONDS)) {
                console.destroyForcibly();
            }
        }
        server.close();
    }

    @Test
    void respondsToEveryReadAndToChanges() throws Exception {
        assertThat(send("POST", "/api/clusters", Optional.of(CLUSTER)).statusCode())
                .isEqualTo(201);
        Map<String, Integer> failed = new TreeMap<>();
        JsonNode paths = JSON.readTree(get("/api/openapi.json").body()).path("paths");
        for (Map.Entry<String, JsonNode> path : paths.properties()) {
            if (path.getValue().has("get") && !path.getKey().equals("/api/stream")) {
                int status = get(address(path.getKey())).statusCode();
                if (status == INTERNAL) {
                    failed.put(path.getKey(), status);
                }
            }
        }
        assertThat(paths.size()).isGreaterThan(40);
        assertThat(failed).isEmpty();

        assertThat(send("PATCH", "/api/clusters/team-a/web/scale", Optional.of("{\"replicas\": 3}"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(get("/api/clusters/team-a/web").body()).contains("\"replicas\":3");
        HttpResponse<String> invalid =
                send("POST", "/api/clusters", Optional.of(CLUSTER.replace("\"replicas\": 2", "\"replicas\": -1")));
        assertThat(invalid.statusCode()).isEqualTo(422);
        assertThat(invalid.body()).contains("spec.workers.replicas");
        assertThat(get("/").body()).contains("<!doctype html>");
    }

    private static String address(String template) {
        String address = template;
        for (Map.Entry<String, String> name : NAMES.entrySet()) {
            address = address.replace("{" + name.getKey() + "}", name.getValue());
        }
        return address.replaceAll("\\{[^}]*\\}", "web");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send("GET", path, Optional.empty());
    }

    private HttpResponse<String> send(String method, String path, Optional<String> body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path))
                .method(
                        method,
                        body.map(HttpRequest.BodyPublishers::ofString).orElseGet(HttpRequest.BodyPublishers::noBody))
                .header("X-Butler-CSRF", csrfToken)
                .header("X-Butler-Confirm", "web");
        body.ifPresent(_ -> request.header("Content-Type", "application/json"));
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        return BROWSER.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
