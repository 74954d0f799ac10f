package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.testing.apiserver.TestServerProcess;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The real Proxmox provider of Cluster API, without its webhooks. Claims for addresses, which another real provider would grant, are granted
 * here.
 */
final class RealProxmoxProvider implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String IPAM = "ipam.cluster.x-k8s.io/v1beta1";

    private final KubernetesClient client;
    private final TestServerProcess manager;
    private int granted;

    private RealProxmoxProvider(KubernetesClient client, TestServerProcess manager) {
        this.client = client;
        this.manager = manager;
    }

    /**
     * Starts the manager.
     *
     * @param part directory with the program and its CRDs
     * @param directory for the kubeconfig and the output
     */
    static RealProxmoxProvider start(Path part, Path directory, RealClusterApi clusterApi) throws IOException {
        List<CustomResourceDefinition> definitions = new ArrayList<>();
        ClusterApiDefinitions.files(part.resolve("crds")).forEach(file -> {
            CustomResourceDefinition definition = ClusterApiDefinitions.parse(file);
            definition.getMetadata().setLabels(Map.of(ClusterApiDefinitions.CONTRACT, "v1alpha1"));
            // They contain a rule twice, which server-side apply rejects.
            clusterApi.client().resource(definition).createOr(NonDeletingOperation::update);
        });
        definitions.add(pools("InClusterIPPool", "Namespaced"));
        definitions.add(pools("GlobalInClusterIPPool", "Cluster"));
        new CustomResourceDefinitions(clusterApi.client()).ensure(definitions, LIMIT);
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), clusterApi.kubeconfig());
        TestServerProcess manager = TestServerProcess.start(
                directory,
                part.resolve("proxmox-manager"),
                List.of(
                        "--kubeconfig=" + kubeconfig,
                        "--enable-webhooks=false",
                        "--health-probe-bind-address=127.0.0.1:0",
                        "--diagnostics-address=127.0.0.1:0",
                        "--insecure-diagnostics"));
        return new RealProxmoxProvider(clusterApi.client(), manager);
    }

    private static CustomResourceDefinition pools(String kind, String scope) {
        String plural = kind.toLowerCase(java.util.Locale.ROOT) + "s";
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(plural + ".ipam.cluster.x-k8s.io")
                .endMetadata()
                .withNewSpec()
                .withGroup("ipam.cluster.x-k8s.io")
                .withScope(scope)
                .withNewNames()
                .withKind(kind)
                .withListKind(kind + "List")
                .withPlural(plural)
                .withSingular(kind.toLowerCase(java.util.Locale.ROOT))
                .endNames()
                .addNewVersion()
                .withName("v1alpha2")
                .withServed(true)
                .withStorage(true)
                .withNewSubresources()
                .withNewStatus()
                .endStatus()
                .endSubresources()
                .withNewSchema()
                .withNewOpenAPIV3Schema()
                .withType("object")
                .withXKubernetesPreserveUnknownFields(true)
                .endOpenAPIV3Schema()
                .endSchema()
                .endVersion()
                .endSpec()
                .build();
    }

    void requireAlive() {
        manager.requireAlive();
    }

    String lastWords() {
        return manager.lastWords();
    }

    /** Creates an address for every claim without one. */
    void grantAddresses() {
        for (GenericKubernetesResource claim : client.genericKubernetesResources(IPAM, "IPAddressClaim")
                .inAnyNamespace()
                .list()
                .getItems()) {
            if (!claim.isMarkedForDeletion() && claim.get("status", "addressRef", "name") == null) {
                grant(claim);
            }
        }
    }

    private void grant(GenericKubernetesResource claim) {
        String namespace = claim.getMetadata().getNamespace();
        String name = claim.getMetadata().getName();
        GenericKubernetesResource address = client.getKubernetesSerialization()
                .convertValue(
                        Map.of(
                                "apiVersion",
                                IPAM,
                                "kind",
                                "IPAddress",
                                "metadata",
                                Map.of(
                                        "name",
                                        name,
                                        "namespace",
                                        namespace,
                                        "ownerReferences",
                                        List.of(Map.of(
                                                "apiVersion",
                                                IPAM,
                                                "kind",
                                                "IPAddressClaim",
                                                "name",
                                                name,
                                                "uid",
                                                claim.getMetadata().getUid()))),
                                "spec",
                                Map.of(
                                        "address",
                                        "192.0.2." + (10 + granted++),
                                        "gateway",
                                        "192.0.2.1",
                                        "prefix",
                                        24,
                                        "claimRef",
                                        Map.of("name", name),
                                        "poolRef",
                                        claim.get("spec", "poolRef"))),
                        GenericKubernetesResource.class);
        client.resource(address).create();
        claim.setAdditionalProperty("status", Map.of("addressRef", Map.of("name", name)));
        client.resource(claim).updateStatus();
    }

    @Override
    public void close() {
        manager.close();
    }
}
