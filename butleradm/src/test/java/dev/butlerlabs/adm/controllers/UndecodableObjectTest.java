package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The controllers as a process beside an API that stored an object which does not fit their classes. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class UndecodableObjectTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final Pattern ADDRESS = Pattern.compile("metrics at (http://\\S+?)\\.?$");
    private static final Duration LIMIT = Duration.ofSeconds(45);
    private static final Duration POLL = Duration.ofMillis(200);

    @TempDir
    private Path directory;

    @Test
    void otherClustersAreReconciledWhileOneCannotBeRead() throws Exception {
        LongSuite.assumeEnabled();
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(new EmbeddedApiOptions.Definitions("butler", withoutFormats())));
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), server.kubeconfig());
            List.of(Namespaces.SYSTEM, "team-a", "team-b").forEach(name -> namespace(client, name));
            create(client, "team-a", "early", "2147483648");
            Process process = BUTLERADM.start(
                    "controllers",
                    "run",
                    "--no-leader-elect",
                    "--kubeconfig",
                    kubeconfig.toString(),
                    "--health-address",
                    "127.0.0.1:0");
            try (HttpClient http = HttpClient.newHttpClient()) {
                URI health = address(process);
                create(client, "team-a", "late", "1e300");
                createCluster(client, "team-a", "empty", "null");
                create(client, "team-b", "fine", "1");

                TestAwait.upTo(LIMIT, "a status of team-b/fine")
                        .pollInterval(POLL)
                        .until(() -> hasConditions(client, "team-b", "fine"));
                for (String name : List.of("early", "late")) {
                    TestAwait.upTo(LIMIT, "an event on " + name)
                            .pollInterval(POLL)
                            .until(() -> !warnings(client, "team-a", name).isEmpty());
                    assertThat(warnings(client, "team-a", name).getFirst().getMessage())
                            .contains("spec.workers.replicas");
                }
                TestAwait.upTo(LIMIT, "an event on empty")
                        .pollInterval(POLL)
                        .until(() -> !warnings(client, "team-a", "empty").isEmpty());
                assertThat(warnings(client, "team-a", "empty").getFirst().getMessage())
                        .contains("spec: is missing");
                assertThat(get(http, health, "/metrics").body())
                        .contains("butler_undecodable_objects{resource=\"tenantclusters." + ApiGroup.NAME + "\"} 3");
                assertThat(get(http, health, "/readyz").statusCode()).isEqualTo(200);

                correct(client, "early");

                TestAwait.upTo(LIMIT, "a status of team-a/early")
                        .pollInterval(POLL)
                        .until(() -> hasConditions(client, "team-a", "early"));
                assertThat(get(http, health, "/metrics").body())
                        .contains("butler_undecodable_objects{resource=\"tenantclusters." + ApiGroup.NAME + "\"} 2");
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    /** The addresses of the IPAllocation that cannot be read come first in the pool, so that a controller that overlooks it assigns them. */
    @Test
    void aPoolAllocatesOtherAddressesWhileAnAllocationCannotBeRead() throws Exception {
        LongSuite.assumeEnabled();
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(new EmbeddedApiOptions.Definitions("butler", withoutFormats())));
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), server.kubeconfig());
            namespace(client, Namespaces.SYSTEM);
            createInSystem(client, "networkpools", "NetworkPool", "lab", "{\"cidr\": \"10.9.0.0/28\"}");
            createInSystem(client, "ipallocations", "IPAllocation", "bad", allocationSpec("4"));
            allocations(client).withName("bad").editStatus(UndecodableObjectTest::allocatedBeyondRange);
            Process process = BUTLERADM.start(
                    "controllers",
                    "run",
                    "--no-leader-elect",
                    "--kubeconfig",
                    kubeconfig.toString(),
                    "--health-address",
                    "127.0.0.1:0");
            try (HttpClient http = HttpClient.newHttpClient()) {
                URI health = address(process);
                createInSystem(client, "ipallocations", "IPAllocation", "fine", allocationSpec("6"));

                TestAwait.upTo(LIMIT, "addresses of fine")
                        .pollInterval(POLL)
                        .until(() -> allocation(client, "fine").get("status", "startAddress") != null);

                assertThat(allocation(client, "fine").<String>get("status", "startAddress"))
                        .isEqualTo("10.9.0.5");
                TestAwait.upTo(LIMIT, "an event on bad")
                        .pollInterval(POLL)
                        .until(() -> !warnings(client, Namespaces.SYSTEM, "bad").isEmpty());
                assertThat(get(http, health, "/metrics").body())
                        .contains("butler_undecodable_objects{resource=\"ipallocations." + ApiGroup.NAME + "\"} 1");
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static GenericKubernetesResource allocatedBeyondRange(GenericKubernetesResource object) {
        object.setAdditionalProperty(
                "status",
                Map.of(
                        "phase", "Allocated",
                        "startAddress", "10.9.0.1",
                        "endAddress", "10.9.0.4",
                        "allocatedCount", 2147483648L));
        return object;
    }

    private static GenericKubernetesResource allocation(KubernetesClient client, String name) {
        return allocations(client).withName(name).get();
    }

    private static NonNamespaceOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            allocations(KubernetesClient client) {
        return client.genericKubernetesResources(ApiGroup.NAME + "/v1alpha1", "IPAllocation")
                .inNamespace(Namespaces.SYSTEM);
    }

    private static String allocationSpec(String count) {
        return """
               {"poolRef": {"name": "lab"}, "tenantClusterRef": {"name": "web", "namespace": "team-a"},
                "type": "nodes", "count": %s}
               """.formatted(count);
    }

    private static void createInSystem(KubernetesClient client, String plural, String kind, String name, String spec) {
        client.raw(
                "/apis/%s/v1alpha1/namespaces/%s/%s".formatted(ApiGroup.NAME, Namespaces.SYSTEM, plural),
                "POST",
                """
                {"apiVersion": "%s/v1alpha1", "kind": "%s", "metadata": {"name": "%s"}, "spec": %s}
                """.formatted(ApiGroup.NAME, kind, name, spec));
    }

    /** Definitions as a server without the checks of formats and ranges would apply them. */
    private static List<String> withoutFormats() {
        return CustomResourceDefinitionFiles.texts().stream()
                .map(text -> text.replaceAll("(?m)^ +(format: (int32|int64)|maximum: .*)\\R", "")
                        .replaceAll("(?m)^( +)type: integer$", "$1type: number"))
                .toList();
    }

    private static void namespace(KubernetesClient client, String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private static void create(KubernetesClient client, String namespace, String name, String replicas) {
        createCluster(
                client,
                namespace,
                name,
                "{\"kubernetesVersion\": \"v1.31.4\", \"workers\": {\"replicas\": %s}}".formatted(replicas));
    }

    private static void createCluster(KubernetesClient client, String namespace, String name, String spec) {
        client.raw(
                "/apis/%s/v1alpha1/namespaces/%s/tenantclusters".formatted(ApiGroup.NAME, namespace),
                "POST",
                """
                {"apiVersion": "%s/v1alpha1", "kind": "TenantCluster", "metadata": {"name": "%s"}, "spec": %s}
                """.formatted(ApiGroup.NAME, name, spec));
    }

    private static void correct(KubernetesClient client, String name) {
        TestAwait.changed(
                KubeErrorMapper::isConflict,
                () -> cluster(client, "team-a", name).edit(object -> {
                    GenericKubernetesResource copy =
                            client.getKubernetesSerialization().clone(object);
                    Map<String, Object> workers = copy.get("spec", "workers");
                    workers.put("replicas", 1);
                    return copy;
                }));
    }

    private static Resource<GenericKubernetesResource> cluster(KubernetesClient client, String namespace, String name) {
        return client.genericKubernetesResources(ApiGroup.NAME + "/v1alpha1", "TenantCluster")
                .inNamespace(namespace)
                .withName(name);
    }

    private static boolean hasConditions(KubernetesClient client, String namespace, String name) {
        return cluster(client, namespace, name).get().get("status", "conditions") != null;
    }

    private static List<Event> warnings(KubernetesClient client, String namespace, String name) {
        return client
                .v1()
                .events()
                .inNamespace(namespace)
                .withField("involvedObject.name", name)
                .list()
                .getItems()
                .stream()
                .filter(event ->
                        event.getType().equals("Warning") && event.getReason().equals("Undecodable"))
                .toList();
    }

    private static HttpResponse<String> get(HttpClient http, URI health, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(health.resolve(path))
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static URI address(Process process) throws Exception {
        BufferedReader messages = process.errorReader();
        StringBuilder seen = new StringBuilder();
        for (String line = messages.readLine(); line != null; line = messages.readLine()) {
            Matcher address = ADDRESS.matcher(line);
            if (address.find()) {
                Thread.ofVirtual().start(() -> messages.lines().forEach(ignored -> {}));
                return URI.create(address.group(1));
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("no address among:\n" + seen);
    }
}
