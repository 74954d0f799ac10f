package dev.butlerlabs.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.admission.AdmissionDecision;
import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRule;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.audit.AuditReader;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real kube-apiserver calls the webhook over TLS, with the configuration of the chart, before, during and after a rotation. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RealApiWebhookTest {
    private static final String TEAM = "payments";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration OVERLAP = Duration.ofMinutes(10);
    private static final CertificateLifetimes LIFETIMES =
            new CertificateLifetimes(Duration.ofDays(365), Duration.ofDays(365), OVERLAP);

    private static final RealApiServer.Account CONTROLLERS =
            new RealApiServer.Account("system:serviceaccount:butler-system:butler-controllers", List.of());

    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

    /** A request and the replica that answered it. */
    private record Call(String replica, AdmissionRequest<TenantCluster> request) {}

    /** Denies more than three workers. */
    private final class WorkerLimit implements AdmissionRule<TenantCluster> {
        private final String replica;

        private WorkerLimit(String replica) {
            this.replica = replica;
        }

        @Override
        public Class<TenantCluster> kind() {
            return TenantCluster.class;
        }

        @Override
        public AdmissionDecision decide(AdmissionRequest<TenantCluster> request) {
            calls.add(new Call(replica, request));
            int workers = request.after().orElseThrow().getSpec().workers().replicas();
            return workers > 3
                    ? new AdmissionDecision(List.of("spec.workers.replicas: %d exceeds the limit 3".formatted(workers)))
                    : AdmissionDecision.ADMITTED;
        }
    }

    @Test
    void deniesOverTlsAndContinuesThroughARotation() throws IOException {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        // All certificates are valid now, since the API server has the real time.
        Instant real = Instant.now();
        AtomicReference<Instant> now = new AtomicReference<>(real.minus(Duration.ofDays(250)));
        try (RealApiServer server = RealApiServer.start(bench.orElseThrow());
                KubernetesClient client = connect(server);
                AdmissionWebhook first = open(client, "first", now);
                AdmissionWebhook second = open(client, "second", now)) {
            prepare(client, first);
            first.rotate();
            second.rotate();
            awaitDenial(client);
            denyAndAdmit(client);
            ignoreWhatIsNotConcerned(client);

            for (int stage : List.of(25, 14, 3)) {
                now.set(real.minus(Duration.ofMinutes(stage)));
                first.rotate();
                second.rotate();
                assertThat(authorities(client)).isEqualTo(stage == 3 ? 1 : 2);
                use(client, "second", second);
                denyAndAdmit(client);
                use(client, "first", first);
                denyAndAdmit(client);
            }
            assertThat(new CertificateSecretRepository(client)
                            .read()
                            .certificates()
                            .orElseThrow()
                            .serving())
                    .satisfies(serving ->
                            assertThat(serving.getNotBefore().toInstant()).isAfter(real.minus(Duration.ofHours(2))));
        }
    }

    /** Only changes by users in the namespaces of teams depend on the webhook. */
    @Test
    void thePlatformContinuesWithoutTheWebhook() throws IOException {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        try (RealApiServer server = RealApiServer.start(bench.orElseThrow());
                KubernetesClient client = connect(server);
                KubernetesClient controllers = controllers(client)) {
            try (AdmissionWebhook webhook = open(client, "only", new AtomicReference<>(Instant.now()))) {
                prepare(client, webhook);
                webhook.rotate();
                awaitDenial(client);
                TenantCluster web = cluster(TEAM, "web", 1);
                web.getMetadata().setFinalizers(List.of("example.com/one"));
                client.resource(web).create();
            }
            assertThat(failure(client, cluster(TEAM, "new", 1))).contains("failed calling webhook");
            assertThat(failure(controllers, cluster(TEAM, "new", 1))).isEmpty();
            assertThat(failure(client, cluster("other", "new", 1))).isEmpty();
            Team team = new Team();
            team.setMetadata(new ObjectMetaBuilder().withName("billing").build());
            team.setSpec(TeamSpecBuilder.builder().build());
            client.resource(team).create();
            client.resources(TenantCluster.class)
                    .inNamespace(TEAM)
                    .withName("web")
                    .delete();
            client.resources(TenantCluster.class)
                    .inNamespace(TEAM)
                    .withName("web")
                    .edit(found -> {
                        found.getMetadata().setFinalizers(List.of());
                        return found;
                    });
            assertThat(client.resources(TenantCluster.class)
                            .inNamespace(TEAM)
                            .list()
                            .getItems())
                    .isEmpty();
        }
    }

    @Test
    void recordsUsersOfChangesThatTookEffect() throws IOException {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        try (RealApiServer server = RealApiServer.startWithRbac(bench.orElseThrow(), List.of(CONTROLLERS));
                KubernetesClient client = connect(server);
                KubernetesClient controllers = controllers(client);
                AdmissionWebhook webhook = open(client, "only", new AtomicReference<>(Instant.now()))) {
            prepare(client, webhook);
            permitEverything(client, CONTROLLERS.user());
            webhook.rotate();
            awaitDenial(client);
            TenantCluster web = client.resource(cluster(TEAM, "web", 1)).create();
            awaitRecords(client, 1);
            assertThatThrownBy(() -> client.resource(cluster(TEAM, "large", 9)).create())
                    .hasMessageContaining("exceeds the limit 3");
            assertThatThrownBy(() -> client.resource(cluster(TEAM, "web", 9)).patch())
                    .hasMessageContaining("exceeds the limit 3");
            client.resource(cluster(TEAM, "web", 2)).patch();
            controllers.resource(cluster(TEAM, "web", 3)).patch();
            client.resource(web).delete();

            awaitRecords(client, 3);
            assertThat(new AuditReader(client).list(Optional.empty(), Instant.EPOCH))
                    .extracting(record ->
                            "%s %s %s %s".formatted(record.author(), record.verb(), record.subject(), record.changes()))
                    .containsExactlyInAnyOrder(
                            "conformance created payments/web []",
                            "conformance changed payments/web [spec.workers.replicas]",
                            "conformance deleted payments/web []");
            assertThat(server.auditLog())
                    .anyMatch(
                            line -> line.contains(
                                    "\"audit.butler.butlerlabs.dev/change\":\"Changed TenantCluster payments/web: spec.workers.replicas\""));
        }
    }

    private static void permitEverything(KubernetesClient client, String user) {
        client.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName("everything")
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                        .addNewSubject("rbac.authorization.k8s.io", "User", user, null)
                        .build())
                .create();
    }

    /** The managed fields of an existing object are listed too until its event exists. */
    private static void awaitRecords(KubernetesClient client, int count) {
        TestAwait.upTo(LIMIT, "the records")
                .until(() -> client.v1()
                                .events()
                                .inAnyNamespace()
                                .withLabel(Labels.AUDIT)
                                .list()
                                .getItems()
                                .size()
                        == count);
    }

    private static KubernetesClient controllers(KubernetesClient client) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(client.getConfiguration())
                        .withImpersonateUsername(CONTROLLERS.user())
                        .build())
                .build();
    }

    private static KubernetesClient connect(RealApiServer server) {
        return new KubeConnector("butler").connect(Kubeconfig.parse(TestKubeconfig.of(server.target()), "the test"));
    }

    private AdmissionWebhook open(KubernetesClient client, String replica, AtomicReference<Instant> now) {
        return AdmissionWebhook.open(
                client,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                List.of(new WorkerLimit(replica)),
                LIFETIMES,
                now::get);
    }

    private static void prepare(KubernetesClient client, AdmissionWebhook webhook) throws IOException {
        new CustomResourceDefinitions(client).ensureYaml(CustomResourceDefinitionFiles.texts(), LIMIT);
        namespace(client, Namespaces.SYSTEM, Map.of());
        namespace(client, "other", Map.of());
        namespace(client, TEAM, Map.of(Labels.MANAGED_BY, "butler", Labels.TEAM, TEAM));
        client.resource(configuration(webhook)).create();
    }

    private static void namespace(KubernetesClient client, String name, Map<String, String> labels) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .build())
                .create();
    }

    /** Returns the configuration of the chart with the URL of a server instead of the service, which does not exist here. */
    private static GenericKubernetesResource configuration(AdmissionWebhook webhook) throws IOException {
        String chart = Files.readString(ProjectRoot.find()
                .resolve("butler-core/controllers/src/test/resources/controllers-chart/default/rendered.yaml"));
        GenericKubernetesResource configuration = Arrays.stream(chart.split("(?m)^---$", -1))
                .filter(document -> document.contains("kind: ValidatingWebhookConfiguration"))
                .map(document -> ObjectSerialization.plain().unmarshal(document, GenericKubernetesResource.class))
                .findFirst()
                .orElseThrow();
        List<Map<String, Object>> webhooks = configuration.get("webhooks");
        configuration.setAdditionalProperty(
                "webhooks",
                webhooks.stream()
                        .map(entry -> {
                            Map<String, Object> changed = new HashMap<>(entry);
                            changed.put("clientConfig", Map.of("url", url(webhook, path(entry))));
                            return changed;
                        })
                        .toList());
        return configuration;
    }

    private static String path(Map<String, Object> webhook) {
        return webhook.get("name").equals("audit.butler.butlerlabs.dev") ? "/audit" : "/validate";
    }

    private static String url(AdmissionWebhook webhook, String path) {
        return "https://localhost:%d%s".formatted(webhook.address().getPort(), path);
    }

    /** The API server observes a changed configuration a moment later; until then the webhook fails, which denies as well. */
    private static void awaitDenial(KubernetesClient client) {
        TestAwait.upTo(LIMIT, "a denial by the webhook")
                .until(() -> failure(client, cluster(TEAM, "large", 9)).contains("exceeds the limit 3"));
    }

    private void denyAndAdmit(KubernetesClient client) {
        assertThat(failure(client, cluster(TEAM, "large", 9)))
                .contains("denied the request", "spec.workers.replicas: 9 exceeds the limit 3");
        calls.clear();
        assertThat(failure(client, cluster(TEAM, "small", 1))).isEmpty();
        AdmissionRequest<TenantCluster> request = calls.remove().request();
        assertThat(request.dryRun()).isTrue();
        assertThat(request.requester().name()).isEqualTo("conformance");
        assertThat(request.requester().groups()).contains("system:masters");
    }

    private void ignoreWhatIsNotConcerned(KubernetesClient client) {
        calls.clear();
        client.resource(cluster("other", "web", 9)).create();
        TenantCluster web = client.resource(cluster(TEAM, "web", 1)).create();
        assertThat(calls).hasSize(1);
        web.getMetadata().setFinalizers(List.of("example.com/one"));
        client.resource(web).update();
        assertThat(calls).hasSize(1);
        TenantCluster scaled = cluster(TEAM, "web", 4);
        assertThatThrownBy(() -> client.resource(scaled).patch()).hasMessageContaining("exceeds the limit 3");
        assertThat(calls.stream()
                        .toList()
                        .getLast()
                        .request()
                        .before()
                        .orElseThrow()
                        .getSpec()
                        .workers()
                        .replicas())
                .isEqualTo(1);
    }

    /** Returns the count of authorities that the API server trusts. */
    private static int authorities(KubernetesClient client) {
        String bundle = new WebhookConfigurationClient(client).read().getFirst().bundle();
        return bundle.split("BEGIN CERTIFICATE", -1).length - 1;
    }

    /** Points the API server to a replica, with which it has no connection that was opened before the rotation. */
    private void use(KubernetesClient client, String replica, AdmissionWebhook webhook) {
        client.genericKubernetesResources("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration")
                .withName(WebhookConfigurationClient.NAME)
                .edit(configuration -> {
                    List<Map<String, Object>> webhooks = configuration.get("webhooks");
                    webhooks.forEach(entry -> entry.put("clientConfig", withUrl(entry, url(webhook, path(entry)))));
                    return configuration;
                });
        TestAwait.upTo(LIMIT, "the replica to be used").until(() -> {
            calls.clear();
            assertThat(failure(client, cluster(TEAM, "small", 1))).isEmpty();
            return calls.remove().replica().equals(replica);
        });
    }

    private static Map<String, Object> withUrl(Map<String, Object> webhook, String url) {
        Map<String, Object> changed = new HashMap<>();
        if (webhook.get("clientConfig") instanceof Map<?, ?> config) {
            config.forEach((key, value) -> changed.put(key.toString(), value));
        }
        changed.put("url", url);
        return changed;
    }

    private static String failure(KubernetesClient client, TenantCluster cluster) {
        try {
            client.resource(cluster).dryRun().create();
            return "";
        } catch (KubernetesClientException e) {
            return e.getMessage();
        }
    }

    private static TenantCluster cluster(String namespace, String name, int workers) {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(new Workers(workers, null))
                .build());
        return cluster;
    }
}
