package dev.butlerlabs.core.bootstrap.restore;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan;
import dev.butlerlabs.core.bootstrap.step.ClusterRecovery;
import dev.butlerlabs.core.config.bootstrap.BootstrapManifests;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A management cluster as its backup describes it. Immutable; the snapshot is read from the backup, which must stay open.
 *
 * @param backup identifies the backup
 * @param time when the backup was created
 * @param bootstrap without the metadata of its server
 * @param credentials of the infrastructure; empty if it needs none
 * @param clusterSecrets the Secrets with the Talos secrets and, if it is valid, the kubeconfig
 * @param addresses the addresses of the machines, if Butler assigns them
 */
public record RestoredCluster(
        String backup,
        Instant time,
        ClusterBootstrap bootstrap,
        ProviderConfig provider,
        Optional<Secret> credentials,
        List<Secret> clusterSecrets,
        List<IPAllocation> addresses,
        ClusterRecovery recovery) {
    public RestoredCluster {
        Objects.requireNonNull(backup, "backup");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(credentials, "credentials");
        clusterSecrets = List.copyOf(clusterSecrets);
        addresses = List.copyOf(addresses);
    }

    public String name() {
        return bootstrap.getSpec().cluster().name();
    }

    /** Returns the owner of its machines on the infrastructure, by which machines that still exist are found. */
    public OwnerId owner() {
        return new OwnerId(MachineRequestRenderer.owner(bootstrap));
    }

    /** Returns the plan of its machines. */
    public ManagementClusterPlan plan(ProviderRegistry providers) {
        return ManagementClusterPlan.of(
                bootstrap, providers.require(provider.getSpec().provider()).profile());
    }

    /** Connects to its infrastructure. The caller closes the connection. */
    public ConnectedInfrastructure connect(ProviderRegistry providers) {
        return ProviderConfigClient.connect(provider, credentials, providers);
    }

    /** Returns the resources with which the restore starts. */
    public BootstrapManifests resources() {
        List<Secret> secrets = new ArrayList<>(credentials.stream().toList());
        secrets.addAll(clusterSecrets);
        return new BootstrapManifests(secrets, provider, bootstrap, Optional.empty(), Optional.empty());
    }

    /**
     * Returns the cluster on another infrastructure: with the access to it, the network, and the machine addresses that a bootstrap file describes.
     * The machines stay the same.
     */
    public RestoredCluster on(BootstrapManifests other) {
        ClusterBootstrapSpec spec = other.clusterBootstrap().getSpec();
        ClusterBootstrap moved = new ClusterBootstrap();
        moved.setMetadata(new ObjectMetaBuilder(bootstrap.getMetadata()).build());
        moved.setSpec(ClusterBootstrapSpecBuilder.builder(bootstrap.getSpec())
                .provider(spec.provider())
                .providerRef(spec.providerRef())
                .network(spec.network())
                .build());
        boolean keepsAddresses = Objects.equals(
                spec.network().nodeAddresses(), bootstrap.getSpec().network().nodeAddresses());
        return new RestoredCluster(
                backup,
                time,
                moved,
                other.providerConfig(),
                credentialsOf(other),
                clusterSecrets,
                keepsAddresses ? addresses : List.of(),
                recovery);
    }

    private static Optional<Secret> credentialsOf(BootstrapManifests other) {
        return Optional.ofNullable(other.providerConfig().getSpec().credentialsRef())
                .flatMap(reference -> other.secrets().stream()
                        .filter(secret -> secret.getMetadata().getName().equals(reference.name()))
                        .findFirst());
    }

    /** Omits the Secrets. */
    @Override
    public String toString() {
        return "RestoredCluster[%s of %s]".formatted(name(), time);
    }
}
