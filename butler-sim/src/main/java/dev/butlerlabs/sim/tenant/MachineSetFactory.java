package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Creates the MachineSets of MachineDeployments and their Machines. */
final class MachineSetFactory {
    static final String DEPLOYMENT = "cluster.x-k8s.io/deployment-name";
    static final String SET = "cluster.x-k8s.io/set-name";
    static final String MACHINE_FINALIZER = "machine.cluster.x-k8s.io";
    private static final String HASH = "machine-template-hash";

    private MachineSetFactory() {}

    /** Returns the name of the MachineSet of the current template. */
    static String name(GenericKubernetesResource deployment) {
        return UnstructuredObject.name(deployment) + "-" + hash(deployment);
    }

    /** Returns a hash of version, failure domain, bootstrap and infrastructure of the template. Their order in the object does not matter. */
    private static String hash(GenericKubernetesResource deployment) {
        String version = UnstructuredObject.text(deployment, "spec", "template", "spec", "version")
                .orElse("");
        String domain = UnstructuredObject.text(deployment, "spec", "template", "spec", "failureDomain")
                .orElse("");
        List<TemplateReference> references = TemplateReference.of(deployment, "spec", "template", "spec");
        return "%08x".formatted((version + " " + domain + " " + references).hashCode());
    }

    static GenericKubernetesResource machineSet(GenericKubernetesResource deployment) {
        Map<String, String> labels = labels(deployment);
        GenericKubernetesResource set = object(SimulatedResourceType.MACHINE_SET, deployment, name(deployment), labels);
        UnstructuredObject.own(set, deployment, true);
        Map<String, Object> spec = new TreeMap<>();
        spec.put("clusterName", clusterName(deployment));
        spec.put("replicas", UnstructuredObject.number(deployment, "spec", "replicas"));
        spec.put("selector", Map.of("matchLabels", labels));
        spec.put("template", Map.of("metadata", Map.of("labels", labels), "spec", templateSpec(deployment)));
        set.setAdditionalProperty("spec", spec);
        return set;
    }

    /** Returns a machine that refers to objects of its own name, which are created from the templates. */
    static GenericKubernetesResource machine(
            GenericKubernetesResource deployment, GenericKubernetesResource set, String name) {
        Map<String, String> labels = labels(deployment);
        labels.put(SET, UnstructuredObject.name(set));
        GenericKubernetesResource machine = object(SimulatedResourceType.MACHINE, deployment, name, labels);
        machine.getMetadata().setFinalizers(List.of(MACHINE_FINALIZER));
        UnstructuredObject.own(machine, set, true);
        Map<String, Object> spec = new TreeMap<>();
        templateSpec(deployment).forEach((field, value) -> spec.put(String.valueOf(field), value));
        for (TemplateReference reference : TemplateReference.of(deployment, "spec", "template", "spec")) {
            Map<String, Object> instance =
                    Map.of("apiGroup", reference.group(), "kind", reference.instanceKind(), "name", name);
            if (reference.group().startsWith("bootstrap.")) {
                spec.put("bootstrap", Map.of("configRef", instance));
            } else {
                spec.put("infrastructureRef", instance);
            }
        }
        machine.setAdditionalProperty("spec", spec);
        return machine;
    }

    private static Map<?, ?> templateSpec(GenericKubernetesResource deployment) {
        return deployment.get("spec", "template", "spec") instanceof Map<?, ?> fields ? fields : Map.of();
    }

    private static GenericKubernetesResource object(
            SimulatedResourceType kind, GenericKubernetesResource deployment, String name, Map<String, String> labels) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(kind.apiVersion());
        object.setKind(kind.kind());
        object.setMetadata(new ObjectMetaBuilder()
                .withNamespace(UnstructuredObject.namespace(deployment))
                .withName(name)
                .withLabels(labels)
                .build());
        return object;
    }

    private static Map<String, String> labels(GenericKubernetesResource deployment) {
        Map<String, String> labels = new TreeMap<>();
        if (deployment.get("spec", "template", "metadata", "labels") instanceof Map<?, ?> given) {
            given.forEach((label, value) -> labels.put(String.valueOf(label), String.valueOf(value)));
        }
        labels.put(UnstructuredObject.CLUSTER_NAME, clusterName(deployment));
        labels.put(DEPLOYMENT, UnstructuredObject.name(deployment));
        labels.put(HASH, hash(deployment));
        return labels;
    }

    static String clusterName(GenericKubernetesResource object) {
        return UnstructuredObject.text(object, "spec", "clusterName").orElse("");
    }

    /** Returns the label selector of a MachineDeployment or MachineSet as text. */
    static String selector(GenericKubernetesResource object) {
        return object.get("spec", "selector", "matchLabels") instanceof Map<?, ?> labels
                ? labels.entrySet().stream()
                        .map(label -> label.getKey() + "=" + label.getValue())
                        .sorted()
                        .collect(Collectors.joining(","))
                : "";
    }
}
