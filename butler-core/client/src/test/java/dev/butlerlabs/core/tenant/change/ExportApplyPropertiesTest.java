package dev.butlerlabs.core.tenant.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus;
import dev.butlerlabs.core.api.TenantClusterStatusBuilder;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever was applied, exporting gives it back, whatever the server and controllers added; and applying that changes nothing. */
@Tag("slow")
class ExportApplyPropertiesTest {
    private static final ObjectName NAME = new ObjectName("butler-tenants", "demo");

    /** Fields of the spec with values they may take. */
    private static final Map<String, List<Object>> FIELDS = Map.ofEntries(
            Map.entry("spec.teamRef.name", List.of("blue")),
            Map.entry("spec.providerConfigRef.name", List.of("rack-one")),
            Map.entry("spec.providerConfigRef.namespace", List.of("butler-system")),
            Map.entry("spec.controlPlane.replicas", List.of(1, 3)),
            Map.entry("spec.controlPlane.certSANs", List.of(List.of("a.example", "b.example"))),
            Map.entry("spec.controlPlane.resources.apiServer.requests.cpu", List.of("500m", 2)),
            Map.entry("spec.workers.machineTemplate.cpu", List.of(4, 8)),
            Map.entry("spec.workers.machineTemplate.memory", List.of("16Gi", "8192Mi")),
            Map.entry("spec.workers.machineTemplate.os.type", List.of("rocky", "talos")),
            Map.entry("spec.workers.machineTemplate.os.talos.version", List.of("v1.9.3", "v1.12.0")),
            Map.entry("spec.networking.podCIDR", List.of("10.244.0.0/16", "10.32.0.0/16")),
            Map.entry("spec.addons.cni.version", List.of("1.17.0")),
            Map.entry(
                    "spec.addons.cni.values", List.of(Map.of("a", Map.of("b", List.of(1, "x", true))), Map.of("k", 1))),
            Map.entry("spec.addons.ingress.enabled", List.of(true, false)),
            Map.entry("spec.managementPolicy.mode", List.of("Active", "GitOps")),
            Map.entry("spec.timeServers", List.of(List.of("192.0.2.1"))),
            Map.entry("spec.workspaces.enabled", List.of(true, false)),
            Map.entry("metadata.labels", List.of(Map.of("team", "blue", "butler.butlerlabs.dev/environment", "test"))),
            Map.entry("metadata.annotations", List.of(Map.of("butler.butlerlabs.dev/description", "a: b # c"))));

    private static final TenantClusterSchemaValidator SCHEMA = TenantClusterSchemaValidator.load();

    private static EmbeddedApiServer api;
    private static KubernetesClient client;
    private static TenantClusterClient clusters;

    @BeforeContainer
    static void start() {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        client = new KubeConnector("butler-test").connect(Kubeconfig.parse(api.kubeconfig(), "embedded"));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-tenants")
                        .addToLabels(Labels.TEAM, "blue")
                        .endMetadata()
                        .build())
                .create();
        clusters = new TenantClusterClient(client);
    }

    @AfterContainer
    static void stop() {
        client.close();
        api.close();
    }

    @Property(tries = 100)
    void exportingGivesBackWhatWasApplied(@ForAll("trees") Map<String, Object> tree) {
        clusters.delete(NAME);
        TenantDocument document = TenantDocument.of(tree);
        assertThat(TenantClusterValidator.check(document, SCHEMA)).isEmpty();

        clusters.apply(document, false);
        controllersDoTheirPart();
        Map<String, Object> exported = TenantExporter.of(clusters.tree(NAME));

        assertThat(exported).isEqualTo(tree);
        Map<String, Object> before = clusters.tree(NAME);
        assertThat(TenantDiff.between("demo", Optional.of(before), clusters.apply(TenantDocument.of(exported), false)))
                .isEmpty();
        assertThat(TenantExporter.of(clusters.tree(NAME))).isEqualTo(tree);
    }

    private static void controllersDoTheirPart() {
        PatchContext controller = new PatchContext.Builder()
                .withPatchType(PatchType.JSON_MERGE)
                .withFieldManager("butler")
                .build();
        client.resources(TenantCluster.class)
                .inNamespace("butler-tenants")
                .withName("demo")
                .patch(
                        controller,
                        "{\"metadata\":{\"finalizers\":[],\"annotations\":{\"butler.butlerlabs.dev/owner\":\"x\","
                                + "\"added\":\"y\"},\"labels\":{\"added\":\"z\"}}}");
        client.resources(TenantCluster.class)
                .inNamespace("butler-tenants")
                .withName("demo")
                .editStatus(cluster -> {
                    cluster.setStatus(TenantClusterStatusBuilder.builder()
                            .phase(TenantClusterStatus.Phase.READY)
                            .build());
                    return cluster;
                });
    }

    @Provide
    Arbitrary<Map<String, Object>> trees() {
        return Arbitraries.of(FIELDS.keySet().stream().sorted().toList())
                .set()
                .flatMap(paths -> Arbitraries.integers().between(0, 1).map(choice -> tree(List.copyOf(paths), choice)));
    }

    private static Map<String, Object> tree(List<String> paths, int choice) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "butler.butlerlabs.dev/v1alpha1");
        tree.put("kind", "TenantCluster");
        UntypedTree.put(tree, "metadata.name", "demo");
        UntypedTree.put(tree, "metadata.namespace", "butler-tenants");
        UntypedTree.put(tree, "spec.kubernetesVersion", "v1.31.4");
        UntypedTree.put(tree, "spec.workers.replicas", 1 + choice);
        paths.forEach(path -> {
            List<Object> values = FIELDS.get(path);
            UntypedTree.put(tree, path, UntypedTree.copyOf(values.get(choice % values.size())));
            complete(tree, path);
        });
        return tree;
    }

    /** Fields that cannot stand without another. */
    private static void complete(Map<String, Object> tree, String path) {
        if (path.startsWith("spec.addons.cni.")) {
            UntypedTree.put(tree, "spec.addons.cni.version", "1.17.0");
        }
        if (path.startsWith("spec.providerConfigRef.")) {
            UntypedTree.put(tree, "spec.providerConfigRef.name", "rack-one");
        }
    }
}
