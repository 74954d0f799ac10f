package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Acts as Steward and its Cluster API provider 0.3.0: publishes the Secrets of a control plane, sets its endpoint, and reports it as ready
 * once Cluster API has adopted it and the infrastructure is ready. All control planes share one API server.
 */
final class HostedControlPlaneStandIn {
    /** Infrastructures whose endpoint the provider sets. It rejects others, except those in its options. */
    private static final Set<String> PATCHED =
            Set.of("AWSCluster", "AzureCluster", "KubevirtCluster", "NutanixCluster", "ProxmoxCluster");
    /** Infrastructures that the provider also reports as ready. */
    private static final Set<String> REPORTED = Set.of("KubevirtCluster", "NutanixCluster");

    private final WatchedObjects objects;
    private final String tenantKubeconfig;
    private final URI endpoint;
    private final Set<String> additionalInfrastructures;
    /** One bundle for all control planes: generating one takes longer than all other work. */
    private final SecretsBundle bundle =
            new SecretsGenerator(new SecureRandom(), Clock.systemUTC()).generate(VersionContract.parse("v1.9"), "");

    HostedControlPlaneStandIn(
            WatchedObjects objects, String tenantKubeconfig, URI endpoint, Set<String> additionalInfrastructures) {
        this.objects = objects;
        this.tenantKubeconfig = tenantKubeconfig;
        this.endpoint = endpoint;
        this.additionalInfrastructures = Set.copyOf(additionalInfrastructures);
    }

    void reconcile(GenericKubernetesResource plane) {
        Optional<GenericKubernetesResource> cluster = cluster(plane);
        if (plane.isMarkedForDeletion() || cluster.isEmpty()) {
            return;
        }
        publishSecrets(plane);
        if (!UnstructuredObject.hasEndpoint(plane)) {
            objects.mergeSpec(SimulatedResourceType.CONTROL_PLANE, plane, Map.of("controlPlaneEndpoint", address()));
            return;
        }
        if (patchInfrastructure(cluster.get())
                && UnstructuredObject.hasEndpoint(cluster.get())
                && UnstructuredObject.truth(cluster.get(), "status", "infrastructureReady")) {
            secret(plane, "-kubeconfig", Map.of("value", tenantKubeconfig));
            report(plane);
        }
    }

    /** Cluster API adopts a control plane by making the Cluster its owner. */
    private Optional<GenericKubernetesResource> cluster(GenericKubernetesResource plane) {
        return plane.getMetadata().getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals("Cluster"))
                .flatMap(
                        owner -> objects
                                .find(
                                        TestedInfrastructure.CLUSTER,
                                        UnstructuredObject.namespace(plane),
                                        owner.getName())
                                .stream())
                .findFirst();
    }

    private Map<String, Object> address() {
        return Map.of("host", endpoint.getHost(), "port", endpoint.getPort());
    }

    private void publishSecrets(GenericKubernetesResource plane) {
        String authority = bundle.kubernetes().certificate();
        String key = bundle.kubernetes().key();
        secret(plane, "-admin-kubeconfig", Map.of("admin.conf", tenantKubeconfig));
        secret(plane, "-ca", Map.of("ca.crt", authority, "ca.key", key, "tls.crt", authority, "tls.key", key));
        if (UnstructuredObject.text(plane, "spec", "addons", "workerBootstrap", "provider")
                .isPresent()) {
            secret(
                    plane,
                    "-trustd-creds",
                    Map.of(
                            "token", "butler." + plane.getMetadata().getUid(),
                            "os-ca.crt", bundle.os().certificate(),
                            "os-ca.key", bundle.os().key()));
        }
    }

    private void secret(GenericKubernetesResource plane, String ending, Map<String, String> content) {
        objects.createOnce(new SecretBuilder()
                .withNewMetadata()
                .withNamespace(UnstructuredObject.namespace(plane))
                .withName(UnstructuredObject.name(plane) + ending)
                .addToLabels(UnstructuredObject.CLUSTER_NAME, UnstructuredObject.name(plane))
                .withOwnerReferences(owner(plane))
                .endMetadata()
                .withType(ending.equals("-kubeconfig") ? "cluster.x-k8s.io/secret" : "Opaque")
                .withStringData(content)
                .build());
    }

    private static OwnerReference owner(GenericKubernetesResource plane) {
        return new OwnerReferenceBuilder()
                .withApiVersion(plane.getApiVersion())
                .withKind(plane.getKind())
                .withName(plane.getMetadata().getName())
                .withUid(plane.getMetadata().getUid())
                .withController(true)
                .build();
    }

    /** Returns whether the infrastructure is one that the provider accepts. */
    private boolean patchInfrastructure(GenericKubernetesResource cluster) {
        String kind = UnstructuredObject.text(cluster, "spec", "infrastructureRef", "kind")
                .orElseThrow();
        if (!PATCHED.contains(kind) && !additionalInfrastructures.contains(kind)) {
            return false;
        }
        TestedInfrastructure.ALL.stream()
                .map(TestedInfrastructure::cluster)
                .filter(type -> type.kind().equals(kind))
                .findFirst()
                .ifPresent(type -> objects.find(
                                type, UnstructuredObject.namespace(cluster), UnstructuredObject.name(cluster))
                        .ifPresent(found -> patchInfrastructure(type, found)));
        return true;
    }

    private void patchInfrastructure(SimulatedResourceType type, GenericKubernetesResource infrastructure) {
        if (!UnstructuredObject.hasEndpoint(infrastructure)) {
            objects.mergeSpec(type, infrastructure, Map.of("controlPlaneEndpoint", address()));
        }
        if (REPORTED.contains(type.kind())) {
            objects.mergeStatus(type, infrastructure, Map.of("ready", true));
        }
    }

    private void report(GenericKubernetesResource plane) {
        int replicas = Math.max(1, UnstructuredObject.number(plane, "spec", "replicas"));
        objects.mergeStatus(
                SimulatedResourceType.CONTROL_PLANE,
                plane,
                Map.of(
                        "initialized",
                        true,
                        "ready",
                        true,
                        "externalManagedControlPlane",
                        true,
                        "replicas",
                        replicas,
                        "readyReplicas",
                        replicas,
                        "updatedReplicas",
                        replicas,
                        "unavailableReplicas",
                        0,
                        "selector",
                        "",
                        "version",
                        UnstructuredObject.text(plane, "spec", "version").orElseThrow()));
    }
}
