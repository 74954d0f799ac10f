package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.ctl.Butlerctl;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A management cluster on loopback without controllers: a test writes the status that a controller would. */
public final class ClusterBench implements AutoCloseable {
    public static final Tool BUTLERCTL = Tool.of("butlerctl", Butlerctl.class, Butlerctl::commands);

    private final EmbeddedApiServer api;
    private final KubernetesClient client;
    private final Path kubeconfig;

    private ClusterBench(EmbeddedApiServer api, Path folder) {
        this.api = api;
        this.kubeconfig = folder.resolve("management-kubeconfig");
        Kubeconfig own = Kubeconfig.parse(api.kubeconfig(), "embedded");
        new KubeconfigFile(kubeconfig).write(own);
        this.client = new KubeConnector("butler-test").connect(own);
    }

    public static ClusterBench start(Path folder) {
        ClusterBench bench = bare(folder, EmbeddedApiOptions.inMemory().withDefinitions(definitions()));
        bench.prepare();
        return bench;
    }

    /** Only the server, which need not know Butler's kinds. */
    static ClusterBench bare(Path folder, EmbeddedApiOptions options) {
        return new ClusterBench(EmbeddedApiServer.start(options), folder);
    }

    static EmbeddedApiOptions.Definitions definitions() {
        return new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts());
    }

    void prepare() {
        List.of(Namespaces.SYSTEM, Namespaces.TENANTS, "team-a").forEach(this::namespace);
    }

    public void namespace(String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    public KubernetesClient client() {
        return client;
    }

    public Path kubeconfig() {
        return kubeconfig;
    }

    /** Runs words that begin with another group of commands. */
    public ToolRun runAll(Tool tool, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        return tool.run(all.toArray(String[]::new));
    }

    /** The kubeconfig a controller would leave for a cluster whose parts are in a namespace. */
    public void adminKubeconfig(String cluster, Kubeconfig tenant) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(cluster + "-admin-kubeconfig")
                        .withNamespace(cluster + "-parts")
                        .endMetadata()
                        .withStringData(Map.of("admin.conf", tenant.toYaml()))
                        .build())
                .create();
    }

    public Kubeconfig own() {
        return Kubeconfig.parse(api.kubeconfig(), "embedded");
    }

    public ToolRun run(String... words) {
        return run(BUTLERCTL, words);
    }

    ToolRun run(Tool tool, String... words) {
        List<String> all = new ArrayList<>(List.of("cluster"));
        all.addAll(List.of(words));
        all.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        return tool.run(all.toArray(String[]::new));
    }

    static Tool typed(String input) {
        return BUTLERCTL.reading(input);
    }

    public void provider(String name) {
        ProviderConfig config = client.getKubernetesSerialization()
                .convertValue(
                        Map.of(
                                "apiVersion",
                                "butler.butlerlabs.dev/v1alpha1",
                                "kind",
                                "ProviderConfig",
                                "metadata",
                                Map.of("name", name, "namespace", Namespaces.SYSTEM),
                                "spec",
                                Map.of("provider", "harvester", "credentialsRef", Map.of("name", "secret"))),
                        ProviderConfig.class);
        client.resource(config).create();
    }

    TenantCluster cluster(String name) {
        return client.resources(TenantCluster.class)
                .inNamespace(Namespaces.TENANTS)
                .withName(name)
                .get();
    }

    /** Plays the controller: what it would say of the present generation. */
    void status(String name, UnaryOperator<TenantClusterStatusBuilder> change) {
        TestAwait.changed(
                KubeErrorMapper::isConflict,
                () -> client.resources(TenantCluster.class)
                        .inNamespace(Namespaces.TENANTS)
                        .withName(name)
                        .editStatus(cluster -> {
                            TenantClusterStatusBuilder before = cluster.getStatus() == null
                                    ? TenantClusterStatusBuilder.builder()
                                    : TenantClusterStatusBuilder.builder(cluster.getStatus());
                            cluster.setStatus(change.apply(before.observedGeneration(
                                            cluster.getMetadata().getGeneration()))
                                    .build());
                            return cluster;
                        }));
    }

    public void ready(String name, int workers, String version) {
        status(
                name,
                status -> status.phase(Phase.READY)
                        .controlPlaneEndpoint("203.0.113.7:6443")
                        .tenantNamespace(name + "-parts")
                        .workerNodesReady(workers)
                        .observedState(new TenantClusterStatus.ObservedState(
                                version,
                                new TenantClusterStatus.ObservedWorkers(workers, workers, List.of()),
                                List.of(new TenantClusterStatus.ObservedAddon(
                                        "cilium",
                                        "1.17.0",
                                        TenantClusterStatus.AddonHealth.HEALTHY,
                                        TenantClusterStatus.AddonManager.BUTLER))))
                        .conditions(List.of(condition("Ready", "True", "Ready", ""))));
    }

    static Condition condition(String type, String status, String reason, String message) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withLastTransitionTime("2026-01-01T00:00:00Z")
                .build();
    }

    /** A kind whose objects may hold anything. */
    void define(ResourceDefinitionContext kind) {
        client.resource(new CustomResourceDefinitionBuilder()
                        .withNewMetadata()
                        .withName(kind.getPlural() + "." + kind.getGroup())
                        .endMetadata()
                        .withNewSpec()
                        .withGroup(kind.getGroup())
                        .withScope("Namespaced")
                        .withNewNames()
                        .withKind(kind.getKind())
                        .withPlural(kind.getPlural())
                        .endNames()
                        .addNewVersion()
                        .withName(kind.getVersion())
                        .withServed(true)
                        .withStorage(true)
                        .withNewSchema()
                        .withNewOpenAPIV3Schema()
                        .withType("object")
                        .withXKubernetesPreserveUnknownFields(true)
                        .endOpenAPIV3Schema()
                        .endSchema()
                        .endVersion()
                        .endSpec()
                        .build())
                .create();
    }

    void put(Map<String, Object> tree) {
        client.resource(client.getKubernetesSerialization().convertValue(tree, GenericKubernetesResource.class))
                .create();
    }

    /** Everything a test made is gone afterwards. */
    public void forgetAll() {
        client.resources(TenantCluster.class).inAnyNamespace().list().getItems().forEach(cluster -> {
            cluster.getMetadata().setFinalizers(List.of());
            client.resource(cluster).update();
            client.resource(cluster).delete();
        });
        client.resources(ProviderConfig.class).inNamespace(Namespaces.SYSTEM).delete();
    }

    @Override
    public void close() {
        client.close();
        api.close();
    }
}
