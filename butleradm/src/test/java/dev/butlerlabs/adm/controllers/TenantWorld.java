package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.ipam.balancer.LoadBalancerOptions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.tenant.TenantOptions;
import dev.butlerlabs.operator.TenantConnectionResolver;
import dev.butlerlabs.operator.TenantReconcilers;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantDelays;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A management cluster of a test's own, with pools, tenant clusters and everything that looks after them. */
final class TenantWorld implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    private final EmbeddedApiServer server;
    private final KubernetesClient client;
    private final SimulatedTenants tenants;
    private final ReconcilerHost host;

    private TenantWorld(boolean lively) {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        client = new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
        List.of(Namespaces.SYSTEM, Namespaces.TENANTS).forEach(this::namespace);
        tenants = lively
                ? SimulatedTenants.start(server.kubeconfig(), TenantDelays.QUICK)
                : SimulatedTenants.startHollow(server.kubeconfig(), TenantDelays.QUICK);
        IpamOptions brisk = new IpamOptions(Duration.ofHours(1), Duration.ofMillis(500), Duration.ofSeconds(5), 16);
        host = ReconcilerHost.start(
                client,
                TenantReconcilers.all(client, TenantOptions.brisk(), brisk, LoadBalancerOptions.brisk()),
                ReconcilerHostOptions.standard());
    }

    /** One whose tenants have nothing behind their control planes. */
    static TenantWorld hollow() {
        return new TenantWorld(false);
    }

    /** One whose tenants have a Kubernetes API each. */
    static TenantWorld lively() {
        return new TenantWorld(true);
    }

    KubernetesClient client() {
        return client;
    }

    /** A connection to a tenant cluster. */
    KubernetesClient enter(String name) {
        return new TenantConnectionResolver(client).enter(named(name).get());
    }

    private void namespace(String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private void create(String kind, String name, String namespace, String spec, Map<String, String> annotations) {
        GenericKubernetesResource object = client.getKubernetesSerialization()
                .unmarshal("""
                apiVersion: %s/v1alpha1
                kind: %s
                metadata: {name: %s, namespace: %s}
                spec: {%s}
                """.formatted(ApiGroup.NAME, kind, name, namespace, spec), GenericKubernetesResource.class);
        object.getMetadata().setAnnotations(annotations);
        client.resource(object).create();
    }

    void pool(String name, String cidr) {
        create("NetworkPool", name, Namespaces.SYSTEM, "cidr: " + cidr, Map.of());
    }

    /** The only infrastructure there is. */
    void provider(String network) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("harvester")
                        .withNamespace(Namespaces.SYSTEM)
                        .endMetadata()
                        .withStringData(Map.of("kubeconfig", "none"))
                        .build())
                .create();
        create(
                "ProviderConfig",
                "harvester",
                Namespaces.SYSTEM,
                "provider: harvester, credentialsRef: {name: harvester},"
                        + " harvester: {networkName: default/lan, imageName: default/rocky}, " + network,
                Map.of());
    }

    void tenant(String name, int workers, Map<String, String> annotations) {
        create(
                "TenantCluster",
                name,
                Namespaces.TENANTS,
                "kubernetesVersion: v1.31.4, providerConfigRef: {name: harvester}, workers: {replicas: %d}"
                        .formatted(workers),
                annotations);
    }

    void scale(String name, int workers) {
        named(name).patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"spec": {"workers": {"replicas": %d}}}
                        """.formatted(workers));
    }

    Resource<TenantCluster> named(String name) {
        return client.resources(TenantCluster.class)
                .inNamespace(Namespaces.TENANTS)
                .withName(name);
    }

    List<IPAllocation> allocations() {
        return client.resources(IPAllocation.class)
                .inNamespace(Namespaces.SYSTEM)
                .list()
                .getItems();
    }

    TenantCluster awaitReady(String name) {
        return await(name, cluster -> cluster.getStatus().phase() == Phase.READY);
    }

    /** Waits for a status that fits, and tells the last one when none comes. */
    TenantCluster await(String name, Predicate<TenantCluster> wanted) {
        try {
            return named(name)
                    .waitUntilCondition(
                            cluster -> cluster != null && cluster.getStatus() != null && wanted.test(cluster),
                            PATIENCE_SECONDS,
                            TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            throw new AssertionError("never came: " + named(name).get().getStatus(), e);
        }
    }

    void delete(String name) {
        named(name).delete();
        named(name).waitUntilCondition(cluster -> cluster == null, PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        host.close();
        tenants.close();
        client.close();
        server.close();
    }
}
