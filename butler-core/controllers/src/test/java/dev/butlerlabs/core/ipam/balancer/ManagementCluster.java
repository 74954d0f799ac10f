package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.ipam.IpamReconcilers;
import dev.butlerlabs.core.ipam.TenantAddressAllocator;
import dev.butlerlabs.core.ipam.TenantAddressDefaults;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A management cluster whose pools are served. */
final class ManagementCluster implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
            .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
    private final KubernetesClient client = Mortality.none().connect(server.kubeconfig());
    private final ReconcilerHost host;

    ManagementCluster() {
        for (String name : List.of(Namespaces.SYSTEM, Namespaces.TENANTS)) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
        }
        host = ReconcilerHost.start(
                client,
                new IpamReconcilers(client, IpamOptions.standard(), InstantSource.system()).all(),
                ReconcilerHostOptions.standard());
    }

    String kubeconfig() {
        return server.kubeconfig();
    }

    KubernetesClient client() {
        return client;
    }

    void pool(String cidr) {
        create("NetworkPool", "lab", Namespaces.SYSTEM, "cidr: " + cidr);
    }

    void provider(String network) {
        create(
                "ProviderConfig",
                "lab",
                Namespaces.SYSTEM,
                "provider: harvester, credentialsRef: {name: lab}," + " network: {mode: ipam, poolRefs: [{name: lab}], "
                        + network + "}");
    }

    /** A tenant cluster with the addresses it begins with. */
    TenantCluster tenant(String name) {
        create(
                "TenantCluster",
                name,
                Namespaces.TENANTS,
                "kubernetesVersion: v1.31.4, providerConfigRef: {name: lab}, workers: {replicas: 1}");
        TenantCluster made = client.resources(TenantCluster.class)
                .inNamespace(Namespaces.TENANTS)
                .withName(name)
                .get();
        TenantAddressDefaults amounts = new TenantAddressDefaults(
                made, provider().flatMap(TenantAddressDefaults::shared).orElseThrow());
        new TenantAddressAllocator(client, Namespaces.SYSTEM).provide(amounts.wish(Purpose.LOADBALANCER));
        awaitAllocated(made);
        return made;
    }

    private void create(String kind, String name, String namespace, String spec) {
        client.resource(client.getKubernetesSerialization()
                        .unmarshal(
                                """
                        apiVersion: %s/v1alpha1
                        kind: %s
                        metadata: {name: %s, namespace: %s}
                        spec: {%s}
                        """.formatted(ApiGroup.NAME, kind, name, namespace, spec),
                                GenericKubernetesResource.class))
                .create();
    }

    Optional<ProviderConfig> provider() {
        return Optional.ofNullable(client.resources(ProviderConfig.class)
                .inNamespace(Namespaces.SYSTEM)
                .withName("lab")
                .get());
    }

    AllocatedLoadBalancerAddresses held(TenantCluster tenant) {
        return new AllocationRepository(client).of(tenant);
    }

    /** Waits until each IPAllocation of a tenant has its addresses or waits for the pool to have some, and the deleted ones are released. */
    void awaitAllocated(TenantCluster tenant) {
        for (IPAllocation found : held(tenant).all()) {
            client.resource(found)
                    .waitUntilCondition(ManagementCluster::isSettled, LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static boolean isSettled(IPAllocation allocation) {
        if (allocation == null) {
            return true;
        }
        IPAllocationStatus.Phase phase = Optional.ofNullable(allocation.getStatus())
                .map(IPAllocationStatus::phase)
                .orElse(IPAllocationStatus.Phase.PENDING);
        return phase
                == (allocation.isMarkedForDeletion()
                        ? IPAllocationStatus.Phase.RELEASED
                        : IPAllocationStatus.Phase.ALLOCATED);
    }

    @Override
    public void close() {
        host.close();
        client.close();
        server.close();
    }
}
