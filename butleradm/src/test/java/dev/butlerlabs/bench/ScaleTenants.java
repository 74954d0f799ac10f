package dev.butlerlabs.bench;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Creates, changes and deletes the TenantClusters of a benchmark, and records when their effects are seen. Addons are off. */
final class ScaleTenants implements AutoCloseable {
    private static final int USUAL_TEAMS = 10;
    private static final int CALLERS = 8;

    private final KubernetesClient client;
    private final int tenants;
    private final int teams;
    private final BenchWait wait;
    private final Map<String, Long> createdAt = new ConcurrentHashMap<>();
    private final Map<String, Long> readyAt = new ConcurrentHashMap<>();
    private final Map<String, Long> replicas = new ConcurrentHashMap<>();
    private final SharedIndexInformer<TenantCluster> clusters;
    private SharedIndexInformer<GenericKubernetesResource> deployments;

    ScaleTenants(KubernetesClient client, int tenants, BenchWait wait) {
        this(client, tenants, USUAL_TEAMS, wait);
    }

    /** @param teams the number of namespaces */
    ScaleTenants(KubernetesClient client, int tenants, int teams, BenchWait wait) {
        this.client = client;
        this.tenants = tenants;
        this.teams = teams;
        this.wait = wait;
        createTeams(client, teams);
        createProvider();
        clusters = client.resources(TenantCluster.class).inAnyNamespace().inform(new Ready());
    }

    /** Creates the namespaces of the platform and of ten teams. */
    static void createTeams(KubernetesClient client) {
        createTeams(client, USUAL_TEAMS);
    }

    private static void createTeams(KubernetesClient client, int teams) {
        Stream.concat(Stream.of("butler-system"), IntStream.range(0, teams).mapToObj("team-%d"::formatted))
                .forEach(name -> createNamespace(client, name));
    }

    private static void createNamespace(KubernetesClient client, String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .serverSideApply();
    }

    private void createProvider() {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName("harvester")
                        .endMetadata()
                        .withStringData(Map.of("kubeconfig", "none"))
                        .build())
                .create();
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {name: harvester, namespace: butler-system}
                        spec:
                          provider: harvester
                          credentialsRef: {name: harvester}
                          harvester: {networkName: default/lan, imageName: default/rocky}
                        """, ProviderConfig.class))
                .create();
    }

    private String team(int number) {
        return "team-" + number % teams;
    }

    private TenantCluster cluster(int number) {
        return client.getKubernetesSerialization().unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: tenant-%d, namespace: %s}
                spec:
                  kubernetesVersion: v1.31.4
                  providerConfigRef: {name: harvester, namespace: butler-system}
                  workers: {replicas: 2}
                  addons: {cni: {enabled: false}, certManager: {enabled: false}, loadBalancer: {enabled: false}}
                """.formatted(number, team(number)), TenantCluster.class);
    }

    /** Creates all of them as fast as the API accepts them, and waits until each is ready. */
    void createAll() throws InterruptedException {
        Timing.rate(0, tenants, CALLERS, number -> {
            createdAt.put("tenant-" + number, System.nanoTime());
            client.resource(cluster(number)).create();
        });
        wait.count("tenant clusters ready", tenants, readyAt::size, this::unready);
    }

    /** Returns the conditions of a cluster that is not ready. */
    private String unready() {
        return clusters.getStore().list().stream()
                .filter(cluster -> !readyAt.containsKey(cluster.getMetadata().getName()))
                .findFirst()
                .map(ScaleTenants::conditions)
                .orElse("The others are not in the informer of the benchmark.");
    }

    private static String conditions(TenantCluster cluster) {
        String state = cluster.getStatus() == null
                ? "has no status"
                : cluster.getStatus().conditions().stream()
                        .filter(condition -> !condition.getStatus().equals("True"))
                        .map(condition -> "%s is %s (%s): %s"
                                .formatted(
                                        condition.getType(),
                                        condition.getStatus(),
                                        condition.getReason(),
                                        condition.getMessage()))
                        .collect(Collectors.joining("; "));
        return "%s/%s: %s"
                .formatted(
                        cluster.getMetadata().getNamespace(),
                        cluster.getMetadata().getName(),
                        state);
    }

    int size() {
        return tenants;
    }

    double[] readyMillis() {
        return readyAt.entrySet().stream()
                .mapToDouble(entry -> (entry.getValue() - createdAt.get(entry.getKey())) / 1e6)
                .toArray();
    }

    /** Scales some clusters one after the other, and returns how long each takes to reach its MachineDeployment, in milliseconds. */
    double[] change(int count) throws InterruptedException {
        deployments = client.genericKubernetesResources("cluster.x-k8s.io/v1beta1", "MachineDeployment")
                .inAnyNamespace()
                .inform(new Replicas());
        double[] millis = new double[count];
        for (int i = 0; i < count; i++) {
            int number = i * (tenants / count);
            long start = System.nanoTime();
            client.resources(TenantCluster.class)
                    .inNamespace(team(number))
                    .withName("tenant-" + number)
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"workers\":{\"replicas\":3}}}");
            wait.until("change of tenant-%d seen".formatted(number), () -> unscaled("tenant-" + number));
            millis[i] = (System.nanoTime() - start) / 1e6;
        }
        return millis;
    }

    private Optional<String> unscaled(String name) {
        long count = replicas.getOrDefault(name, 0L);
        return count == 3
                ? Optional.empty()
                : Optional.of("Its MachineDeployment has %d replicas instead of 3.".formatted(count));
    }

    void deleteAll() throws InterruptedException {
        Timing.rate(
                0,
                tenants,
                CALLERS,
                number -> client.resources(TenantCluster.class)
                        .inNamespace(team(number))
                        .withName("tenant-" + number)
                        .delete());
        wait.count(
                "tenant clusters deleted",
                tenants,
                () -> tenants - clusters.getStore().list().size(),
                () -> clusters.getStore().list().stream()
                        .findFirst()
                        .map(ScaleTenants::conditions)
                        .orElse(""));
    }

    @Override
    public void close() {
        clusters.close();
        if (deployments != null) {
            deployments.close();
        }
    }

    private final class Ready implements ResourceEventHandler<TenantCluster> {
        @Override
        public void onAdd(TenantCluster cluster) {
            onUpdate(cluster, cluster);
        }

        @Override
        public void onUpdate(TenantCluster before, TenantCluster cluster) {
            if (cluster.getStatus() != null && cluster.getStatus().phase() == Phase.READY) {
                readyAt.putIfAbsent(cluster.getMetadata().getName(), System.nanoTime());
            }
        }

        @Override
        public void onDelete(TenantCluster cluster, boolean unknown) {}
    }

    private final class Replicas implements ResourceEventHandler<GenericKubernetesResource> {
        @Override
        public void onAdd(GenericKubernetesResource deployment) {
            onUpdate(deployment, deployment);
        }

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource deployment) {
            Number wanted = deployment.get("spec", "replicas");
            replicas.put(deployment.getMetadata().getLabels().get(Labels.SOURCE_NAME), wanted.longValue());
        }

        @Override
        public void onDelete(GenericKubernetesResource deployment, boolean unknown) {}
    }
}
