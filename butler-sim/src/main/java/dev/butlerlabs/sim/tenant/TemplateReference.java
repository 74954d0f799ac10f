package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A reference of a MachineDeployment, MachineSet or Machine to an object of a bootstrap or infrastructure provider. */
record TemplateReference(String group, String kind, String namespace, String name) {
    private static final String TEMPLATE = "Template";

    /** Returns the references of a machine specification: bootstrap first, then infrastructure. */
    static List<TemplateReference> of(GenericKubernetesResource object, String... machineSpec) {
        return Stream.of(List.of("bootstrap", "configRef"), List.of("infrastructureRef"))
                .map(path ->
                        Stream.concat(Stream.of(machineSpec), path.stream()).toList())
                .flatMap(path -> read(object, path).stream())
                .toList();
    }

    private static Optional<TemplateReference> read(GenericKubernetesResource object, List<String> path) {
        return field(object, path, "name")
                .map(name -> new TemplateReference(
                        field(object, path, "apiGroup").orElse(""),
                        field(object, path, "kind").orElse(""),
                        UnstructuredObject.namespace(object),
                        name));
    }

    private static Optional<String> field(GenericKubernetesResource object, List<String> path, String field) {
        return UnstructuredObject.text(
                object, Stream.concat(path.stream(), Stream.of(field)).toArray());
    }

    /** Returns the kind of the objects that are created from the template. */
    String instanceKind() {
        return kind.endsWith(TEMPLATE) ? kind.substring(0, kind.length() - TEMPLATE.length()) : kind;
    }
}
