package dev.butlerlabs.sim.cluster.helm;

import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.IngressClass;
import io.fabric8.kubernetes.api.model.networking.v1.IngressClassBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the objects of a release from its chart and values. */
final class ReleaseRenderer {
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "ClusterRole", ClusterRole.class,
            "DaemonSet", DaemonSet.class,
            "Deployment", Deployment.class,
            "IngressClass", IngressClass.class,
            "Service", Service.class,
            "StatefulSet", StatefulSet.class,
            "StorageClass", StorageClass.class);

    private final ChartContent chart;
    private final String release;
    private final String namespace;
    private final ReleaseValues values;

    ReleaseRenderer(ChartContent chart, String release, String namespace, ReleaseValues values) {
        this.chart = chart;
        this.release = release;
        this.namespace = namespace;
        this.values = values;
    }

    /** Parses a stored manifest. */
    static List<HasMetadata> read(String manifest) {
        return Arrays.stream(manifest.split("(?m)^---\\s*$", -1))
                .filter(text -> !text.isBlank())
                .<HasMetadata>map(text -> Serialization.unmarshal(text, KINDS.get(kind(text))))
                .toList();
    }

    private static String kind(String object) {
        return Serialization.unmarshal(object, GenericKubernetesResource.class).getKind();
    }

    static String write(List<HasMetadata> objects) {
        return objects.stream().map(Serialization::asYaml).collect(Collectors.joining("---\n"));
    }

    List<HasMetadata> definitions() {
        return chart.entries("definitions").stream().map(OpenCrdFactory::of).toList();
    }

    List<HasMetadata> objects() {
        return Stream.of(
                        chart.entries("storageClasses").stream().map(this::storageClass),
                        chart.entries("ingressClasses").stream().map(this::ingressClass),
                        chart.entries("services").stream().map(this::service),
                        workloads())
                .<HasMetadata>flatMap(all -> all)
                .toList();
    }

    /** Returns the roles of a packed chart as part of this release. */
    List<HasMetadata> roles(List<ClusterRole> roles) {
        return roles.stream()
                .<HasMetadata>map(role -> new ClusterRoleBuilder(role)
                        .withMetadata(metadata(role.getMetadata().getName(), false))
                        .build())
                .toList();
    }

    private Stream<HasMetadata> workloads() {
        return chart.entries("workloads").stream()
                .filter(entry -> entry.anyText("onlyIf").isEmpty()
                        || values.find(entry.anyText("onlyIf"))
                                .filter("true"::equals)
                                .isPresent())
                .map(this::workload);
    }

    private HasMetadata workload(UntypedTree entry) {
        String name = name(entry);
        Map<String, String> selected = new HashMap<>(Map.of("app.kubernetes.io/instance", release));
        entry.map("labels").forEach((key, value) -> selected.put(key, value.toString()));
        ObjectMeta metadata = new ObjectMetaBuilder(metadata(name, true))
                .addToLabels(selected)
                .build();
        PodTemplateSpec template = template(entry, name, selected);
        return switch (entry.anyText("kind")) {
            case "DaemonSet" ->
                new DaemonSetBuilder()
                        .withMetadata(metadata)
                        .withNewSpec()
                        .withNewSelector()
                        .withMatchLabels(selected)
                        .endSelector()
                        .withTemplate(template)
                        .endSpec()
                        .build();
            case "StatefulSet" ->
                new StatefulSetBuilder()
                        .withMetadata(metadata)
                        .withNewSpec()
                        .withServiceName(name)
                        .withReplicas(replicas(entry))
                        .withNewSelector()
                        .withMatchLabels(selected)
                        .endSelector()
                        .withTemplate(template)
                        .endSpec()
                        .build();
            default ->
                new DeploymentBuilder()
                        .withMetadata(metadata)
                        .withNewSpec()
                        .withReplicas(replicas(entry))
                        .withNewSelector()
                        .withMatchLabels(selected)
                        .endSelector()
                        .withTemplate(template)
                        .endSpec()
                        .build();
        };
    }

    private int replicas(UntypedTree entry) {
        String from = entry.anyText("replicasFrom");
        return Integer.parseInt((from.isEmpty() ? Optional.<String>empty() : values.find(from))
                .orElse(entry.find("replicas").map(Object::toString).orElse("1")));
    }

    private PodTemplateSpec template(UntypedTree entry, String name, Map<String, String> labels) {
        boolean everywhere = entry.isTrue("everywhere");
        Map<String, String> nodes = new HashMap<>();
        entry.map("nodeSelector").forEach((key, value) -> nodes.put(key, value.toString()));
        PodTemplateSpecBuilder template = new PodTemplateSpecBuilder()
                .withNewMetadata()
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withHostNetwork(everywhere ? Boolean.TRUE : null)
                .withNodeSelector(nodes.isEmpty() ? null : nodes)
                .addNewContainer()
                .withName(name)
                .withImage(image(entry, name))
                .endContainer()
                .endSpec();
        return everywhere
                ? template.editSpec()
                        .withTolerations(
                                new TolerationBuilder().withOperator("Exists").build())
                        .endSpec()
                        .build()
                : template.build();
    }

    /** The version of a packed chart ends with a digest, which is not part of the tag. */
    private String image(UntypedTree entry, String name) {
        String image = entry.text("image").orElse(name);
        String from = entry.anyText("imageFrom");
        String tag = chart.version().replaceFirst("\\+.*", "");
        return from.isEmpty()
                ? image + ":" + tag
                : values.find(from + ".repository").orElse(image) + ":"
                        + values.find(from + ".tag")
                                .filter(text -> !text.isEmpty())
                                .orElse(tag);
    }

    private HasMetadata service(UntypedTree entry) {
        String type = entry.anyText("typeFrom").isEmpty()
                ? entry.anyText("type")
                : values.find(entry.anyText("typeFrom")).orElse(entry.anyText("type"));
        return new ServiceBuilder()
                .withMetadata(metadata(name(entry), true))
                .withNewSpec()
                .withType(type)
                .addToSelector("app.kubernetes.io/instance", release)
                .addNewPort()
                .withName("main")
                .withPort(Integer.parseInt(entry.anyText("port")))
                .endPort()
                .endSpec()
                .build();
    }

    private HasMetadata storageClass(UntypedTree entry) {
        return new StorageClassBuilder()
                .withMetadata(new ObjectMetaBuilder(metadata(name(entry), false))
                        .addToAnnotations(
                                "storageclass.kubernetes.io/is-default-class",
                                String.valueOf(entry.isTrue("isDefault")))
                        .build())
                .withProvisioner(entry.anyText("provisioner"))
                .withReclaimPolicy("Delete")
                .withVolumeBindingMode("Immediate")
                .withAllowVolumeExpansion(true)
                .build();
    }

    private HasMetadata ingressClass(UntypedTree entry) {
        return new IngressClassBuilder()
                .withMetadata(new ObjectMetaBuilder(metadata(name(entry), false))
                        .addToAnnotations(
                                "ingressclass.kubernetes.io/is-default-class",
                                values.find(entry.anyText("isDefaultFrom")).orElse("true"))
                        .build())
                .withNewSpec()
                .withController(entry.anyText("controller"))
                .endSpec()
                .build();
    }

    private String name(UntypedTree entry) {
        String fullname = release.contains(chart.name()) ? release : release + "-" + chart.name();
        return entry.anyText("name").replace("{fullname}", fullname).replace("{release}", release);
    }

    private ObjectMeta metadata(String name, boolean namespaced) {
        return new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(namespaced ? namespace : null)
                .addToLabels("app.kubernetes.io/managed-by", "Helm")
                .addToLabels("app.kubernetes.io/instance", release)
                .addToLabels("helm.sh/chart", (chart.name() + "-" + chart.version()).replace('+', '_'))
                .addToAnnotations("meta.helm.sh/release-name", release)
                .addToAnnotations("meta.helm.sh/release-namespace", namespace)
                .build();
    }
}
