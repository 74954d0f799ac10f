package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.tenant.render.RenderedTenantObjects;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;

/** Holds the state of one reconciliation of a TenantCluster: the desired objects and those found. */
final class TenantReconcileContext {
    private final TenantCluster cluster;

    private Optional<ProviderConfig> provider = Optional.empty();
    private Credentials credentials = Credentials.none();
    private Optional<ButlerConfigSpec> platform = Optional.empty();
    private Optional<ImageSync> imageSync = Optional.empty();
    private Optional<TenantAddressProvider.Answer.Granted> addresses = Optional.empty();
    private Optional<RenderedTenantObjects> wanted = Optional.empty();
    private Optional<GenericKubernetesResource> controlPlane = Optional.empty();
    private Optional<GenericKubernetesResource> capiCluster = Optional.empty();
    private Optional<GenericKubernetesResource> workers = Optional.empty();
    private Optional<ApiEndpoint> endpoint = Optional.empty();
    private Optional<String> kubeconfig = Optional.empty();
    private Optional<List<TenantAddon>> addons = Optional.empty();
    private Optional<List<String>> nodes = Optional.empty();

    TenantReconcileContext(TenantCluster cluster) {
        this.cluster = cluster;
    }

    TenantCluster cluster() {
        return cluster;
    }

    String name() {
        return cluster.getMetadata().getName();
    }

    String home() {
        return cluster.getMetadata().getNamespace();
    }

    String namespace() {
        return TenantNames.namespace(cluster);
    }

    void enter(ProviderConfig found, Credentials opened, Optional<ButlerConfigSpec> settings) {
        provider = Optional.of(found);
        credentials = opened;
        platform = settings;
    }

    ProviderConfig provider() {
        return provider.orElseThrow();
    }

    Credentials credentials() {
        return credentials;
    }

    Optional<ButlerConfigSpec> platform() {
        return platform;
    }

    void sawImage(ImageSync sync) {
        imageSync = Optional.of(sync);
    }

    /** Returns the ImageSync of the workers' image, if it is transferred automatically. */
    Optional<ImageSync> imageSync() {
        return imageSync;
    }

    void granted(TenantAddressProvider.Answer.Granted granted) {
        addresses = Optional.of(granted);
    }

    Optional<TenantAddressProvider.Answer.Granted> addresses() {
        return addresses;
    }

    void want(RenderedTenantObjects objects, Optional<ApiEndpoint> known) {
        wanted = Optional.of(objects);
        endpoint = known;
    }

    RenderedTenantObjects wanted() {
        return wanted.orElseThrow();
    }

    Optional<ApiEndpoint> endpoint() {
        return endpoint;
    }

    void requested(GenericKubernetesResource plane, GenericKubernetesResource joined) {
        controlPlane = Optional.of(plane);
        capiCluster = Optional.of(joined);
    }

    GenericKubernetesResource controlPlane() {
        return controlPlane.orElseThrow();
    }

    Optional<GenericKubernetesResource> seenControlPlane() {
        return controlPlane;
    }

    GenericKubernetesResource capiCluster() {
        return capiCluster.orElseThrow();
    }

    void sawWorkers(GenericKubernetesResource deployment) {
        workers = Optional.of(deployment);
    }

    Optional<GenericKubernetesResource> workers() {
        return workers;
    }

    void sawKubeconfig(String secret) {
        kubeconfig = Optional.of(secret);
    }

    Optional<String> kubeconfig() {
        return kubeconfig;
    }

    void sawAddons(List<TenantAddon> found) {
        addons = Optional.of(List.copyOf(found));
    }

    Optional<List<TenantAddon>> addons() {
        return addons;
    }

    void sawNodes(List<String> found) {
        nodes = Optional.of(List.copyOf(found));
    }

    Optional<List<String>> nodes() {
        return nodes;
    }
}
