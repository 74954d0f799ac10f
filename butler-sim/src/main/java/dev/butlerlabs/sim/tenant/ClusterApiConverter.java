package dev.butlerlabs.sim.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Converts objects of Cluster API between v1beta1 and v1beta2, as the conversion webhooks of Cluster API 1.11 do: the resource types that
 * Butler and the simulated controllers write, and the fields that they contain. Other resource types are rejected. Thread-safe.
 */
final class ClusterApiConverter {
    private static final String NEWER = "v1beta2";
    /** The annotation of a converted v1beta1 object with the v1beta2 object, without its metadata. */
    private static final String CONVERSION_DATA = "cluster.x-k8s.io/conversion-data";

    private static final String ARGUMENTS = "kubeletExtraArgs";

    /** Fields that differ between the versions in another way than those that are converted here. */
    private static final Map<String, List<String>> UNSUPPORTED = Map.of(
            "Cluster", List.of("/spec/topology", "/status/failureDomains"),
            "Machine", machineFields("/spec"),
            "MachineSet", workerFields("minReadySeconds deletePolicy machineNamingStrategy deletion machineNaming"),
            "MachineDeployment",
                    workerFields("minReadySeconds strategy/remediation strategy/rollingUpdate/deletePolicy"
                            + " machineNamingStrategy rolloutAfter revisionHistoryLimit progressDeadlineSeconds"
                            + " rollout/after deletion remediation machineNaming"),
            "KubeadmConfig", kubeadmFields("/spec"),
            "KubeadmConfigTemplate", kubeadmFields("/spec/template/spec"));

    private final BiFunction<String, String, Optional<String>> apiVersions;

    /** @param apiVersions returns the apiVersion in which Cluster API refers to a group and kind */
    ClusterApiConverter(BiFunction<String, String, Optional<String>> apiVersions) {
        this.apiVersions = apiVersions;
    }

    /**
     * Returns an object in another version.
     *
     * @throws IllegalArgumentException if the resource type or a field is not supported, or the object refers to an unknown resource type
     */
    ObjectNode convert(ObjectNode object, String apiVersion) {
        ObjectNode converted = object.deepCopy();
        converted.put("apiVersion", apiVersion);
        if (apiVersion.equals(object.path("apiVersion").asText())) {
            return converted;
        }
        requireConvertible(object);
        if (apiVersion.endsWith("/" + NEWER)) {
            upgrade(converted);
            removeConversionData(converted);
        } else {
            downgrade(converted);
            if (!object.path("kind").asText().equals("MachineSet")) {
                ObjectNode data = object.deepCopy();
                data.remove("metadata");
                converted
                        .withObjectProperty("metadata")
                        .withObjectProperty("annotations")
                        .put(CONVERSION_DATA, data.toString());
            }
        }
        return converted;
    }

    private static void requireConvertible(ObjectNode object) {
        UNSUPPORTED.getOrDefault(object.path("kind").asText(), List.of()).stream()
                .filter(field -> !object.at(field).isMissingNode())
                .findFirst()
                .ifPresent(field -> {
                    throw new IllegalArgumentException("the simulator does not convert the field %s of %s objects"
                            .formatted(
                                    field.substring(1).replace('/', '.'),
                                    object.path("kind").asText()));
                });
    }

    private static void removeConversionData(ObjectNode object) {
        child(object, "metadata")
                .ifPresent(metadata -> child(metadata, "annotations").ifPresent(annotations -> {
                    annotations.remove(CONVERSION_DATA);
                    if (annotations.isEmpty()) {
                        metadata.remove("annotations");
                    }
                }));
    }

    private void upgrade(ObjectNode object) {
        ObjectNode spec = object.withObjectProperty("spec");
        switch (object.path("kind").asText()) {
            case "Cluster" -> {
                upgradeReference(spec, "controlPlaneRef");
                upgradeReference(spec, "infrastructureRef");
                child(object, "status").ifPresent(status -> {
                    moveInto(status, "controlPlaneReady", "initialization", "controlPlaneInitialized");
                    moveInto(status, "infrastructureReady", "initialization", "infrastructureProvisioned");
                    upgradeStatus(status, List.of(), List.of("controlPlane", "workers"));
                });
            }
            case "Machine" -> {
                upgradeMachine(spec);
                child(object, "status").ifPresent(status -> {
                    moveInto(status, "bootstrapReady", "initialization", "bootstrapDataSecretCreated");
                    moveInto(status, "infrastructureReady", "initialization", "infrastructureProvisioned");
                    child(status, "nodeRef").ifPresent(node -> node.retain("name"));
                    upgradeStatus(status, List.of(), List.of());
                });
            }
            case "MachineSet", "MachineDeployment" -> {
                upgradeMachine(spec.withObjectProperty("template").withObjectProperty("spec"));
                RolloutStrategy.upgrade(spec);
                ObjectNode status = object.withObjectProperty("status");
                upgradeStatus(status, oldCounters(object), newCounters());
                countZero(status, List.of("replicas"));
                countZero(status.withObjectProperty("deprecated").withObjectProperty("v1beta1"), oldCounters(object));
            }
            case "KubeadmConfigTemplate" -> {
                ObjectNode template = spec.withObjectProperty("template");
                if (template.path("metadata").isEmpty()) {
                    template.remove("metadata");
                }
                upgradeKubeadm(template.withObjectProperty("spec"));
            }
            case "KubeadmConfig" -> {
                upgradeKubeadm(spec);
                child(object, "status").ifPresent(status -> {
                    moveInto(status, "ready", "initialization", "dataSecretCreated");
                    upgradeStatus(status, List.of(), List.of());
                    status.withObjectProperty("deprecated").withObjectProperty("v1beta1");
                });
            }
            case "MachineDrainRule" -> {}
            default -> throw unsupported(object);
        }
    }

    private void downgrade(ObjectNode object) {
        ObjectNode spec = object.withObjectProperty("spec");
        String namespace = object.path("metadata").path("namespace").asText();
        switch (object.path("kind").asText()) {
            case "Cluster" -> {
                downgradeReference(spec, "controlPlaneRef", namespace);
                downgradeReference(spec, "infrastructureRef", namespace);
                child(object, "status").ifPresent(status -> {
                    moveOut(status, "controlPlaneReady", "initialization", "controlPlaneInitialized");
                    moveOut(status, "infrastructureReady", "initialization", "infrastructureProvisioned");
                    downgradeStatus(status, List.of(), List.of("controlPlane", "workers"));
                });
            }
            case "Machine" -> {
                downgradeMachine(spec, namespace);
                child(object, "status").ifPresent(status -> {
                    moveOut(status, "bootstrapReady", "initialization", "bootstrapDataSecretCreated");
                    moveOut(status, "infrastructureReady", "initialization", "infrastructureProvisioned");
                    child(status, "nodeRef")
                            .ifPresent(node -> node.put("apiVersion", "v1").put("kind", "Node"));
                    downgradeStatus(status, List.of(), List.of());
                });
            }
            case "MachineSet", "MachineDeployment" -> {
                downgradeMachine(spec.withObjectProperty("template").withObjectProperty("spec"), namespace);
                RolloutStrategy.downgrade(spec);
                child(object, "status")
                        .ifPresent(status -> downgradeStatus(status, oldCounters(object), newCounters()));
            }
            case "KubeadmConfigTemplate" -> {
                ObjectNode template = spec.withObjectProperty("template");
                template.withObjectProperty("metadata");
                downgradeKubeadm(template.withObjectProperty("spec"));
            }
            case "KubeadmConfig" -> {
                downgradeKubeadm(spec);
                child(object, "status").ifPresent(status -> {
                    moveOut(status, "ready", "initialization", "dataSecretCreated");
                    downgradeStatus(status, List.of(), List.of());
                });
            }
            case "MachineDrainRule" -> {}
            default -> throw unsupported(object);
        }
    }

    private static List<String> machineFields(String spec) {
        return Stream.of(
                        "nodeDrainTimeout",
                        "nodeVolumeDetachTimeout",
                        "nodeDeletionTimeout",
                        "deletion",
                        "minReadySeconds")
                .map(field -> spec + "/" + field)
                .toList();
    }

    private static List<String> kubeadmFields(String spec) {
        return Stream.of(
                        "clusterConfiguration",
                        "initConfiguration",
                        "useExperimentalRetryJoin",
                        "joinConfiguration/discovery/timeout",
                        "joinConfiguration/timeouts")
                .map(field -> spec + "/" + field)
                .toList();
    }

    private static List<String> workerFields(String names) {
        return Stream.concat(
                        machineFields("/spec/template/spec").stream(),
                        Stream.of(names.split(" ", -1)).map(name -> "/spec/" + name))
                .toList();
    }

    private static IllegalArgumentException unsupported(ObjectNode object) {
        return new IllegalArgumentException("the simulator does not convert %s objects"
                .formatted(object.path("kind").asText()));
    }

    private static List<String> oldCounters(ObjectNode object) {
        return object.path("kind").asText().equals("MachineSet")
                ? List.of("availableReplicas", "fullyLabeledReplicas", "readyReplicas")
                : List.of("availableReplicas", "unavailableReplicas", "updatedReplicas", "readyReplicas");
    }

    private static List<String> newCounters() {
        return List.of("readyReplicas", "availableReplicas", "upToDateReplicas");
    }

    private void upgradeMachine(ObjectNode machine) {
        upgradeReference(machine, "infrastructureRef");
        child(machine, "bootstrap").ifPresent(bootstrap -> upgradeReference(bootstrap, "configRef"));
    }

    private void downgradeMachine(ObjectNode machine, String namespace) {
        downgradeReference(machine, "infrastructureRef", namespace);
        child(machine, "bootstrap").ifPresent(bootstrap -> downgradeReference(bootstrap, "configRef", namespace));
    }

    /** A v1beta2 reference has a group instead of a version, and no namespace. */
    private static void upgradeReference(ObjectNode parent, String field) {
        child(parent, field).ifPresent(reference -> {
            String version = reference.path("apiVersion").asText();
            reference.retain("kind", "name");
            reference.put("apiGroup", version.contains("/") ? version.substring(0, version.indexOf('/')) : "");
        });
    }

    private void downgradeReference(ObjectNode parent, String field, String namespace) {
        child(parent, field).ifPresent(reference -> {
            String group = reference.path("apiGroup").asText();
            String kind = reference.path("kind").asText();
            String version = apiVersions
                    .apply(group, kind)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "failed to convert object: no CRD for %s.%s with a contract version"
                                    .formatted(kind, group)));
            reference.remove("apiGroup");
            reference.put("apiVersion", version).put("namespace", namespace);
        });
    }

    /** Conditions and counters of v1beta1 keep their meaning under deprecated.v1beta1; those of v1beta2 leave the field v1beta2. */
    private static void upgradeStatus(ObjectNode status, List<String> oldFields, List<String> newFields) {
        Optional<ObjectNode> newer = child(status, "v1beta2");
        status.remove("v1beta2");
        List.of("conditions", "failureReason", "failureMessage").forEach(field -> moveDeprecated(status, field));
        oldFields.forEach(field -> moveDeprecated(status, field));
        newer.ifPresent(fields -> {
            Optional.ofNullable(fields.get("conditions")).ifPresent(value -> status.set("conditions", value));
            newFields.forEach(
                    field -> Optional.ofNullable(fields.get(field)).ifPresent(value -> status.set(field, value)));
        });
    }

    private static void moveDeprecated(ObjectNode status, String field) {
        Optional.ofNullable(status.remove(field))
                .ifPresent(value -> status.withObjectProperty("deprecated")
                        .withObjectProperty("v1beta1")
                        .set(field, value));
    }

    private static void downgradeStatus(ObjectNode status, List<String> oldFields, List<String> newFields) {
        ObjectNode newer = status.objectNode();
        Optional.ofNullable(status.remove("conditions")).ifPresent(value -> newer.set("conditions", value));
        newFields.forEach(
                field -> Optional.ofNullable(status.remove(field)).ifPresent(value -> newer.set(field, value)));
        child(status, "deprecated")
                .flatMap(deprecated -> child(deprecated, "v1beta1"))
                .ifPresent(status::setAll);
        status.remove("deprecated");
        oldFields.stream()
                .filter(field -> !field.equals("fullyLabeledReplicas"))
                .forEach(field -> {
                    if (!status.has(field)) {
                        status.put(field, 0);
                    }
                });
        if (!newer.isEmpty()) {
            status.set("v1beta2", newer);
        }
    }

    /** Adds missing counters, which are always present in the responses of Cluster API. */
    private static void countZero(ObjectNode fields, List<String> counters) {
        counters.stream().filter(counter -> !fields.has(counter)).forEach(counter -> fields.put(counter, 0));
    }

    private static void moveInto(ObjectNode status, String old, String section, String name) {
        Optional.ofNullable(status.remove(old))
                .filter(JsonNode::asBoolean)
                .ifPresent(value -> status.withObjectProperty(section).set(name, value));
    }

    private static void moveOut(ObjectNode status, String old, String section, String name) {
        boolean value = status.path(section).path(name).asBoolean(false);
        child(status, section).ifPresent(fields -> fields.remove(name));
        if (status.path(section).isEmpty()) {
            status.remove(section);
        }
        status.put(old, value);
    }

    private static void downgradeKubeadm(ObjectNode config) {
        config.findParents(ARGUMENTS).forEach(ClusterApiConverter::downgradeArguments);
        child(config, "joinConfiguration").ifPresent(join -> join.withObjectProperty("discovery"));
    }

    /** Arguments are a map in v1beta1, and a list of names and values in v1beta2. */
    private static void upgradeKubeadm(ObjectNode config) {
        config.findParents(ARGUMENTS).forEach(ClusterApiConverter::upgradeArguments);
        child(config, "joinConfiguration")
                .filter(join -> join.path("discovery").isEmpty())
                .ifPresent(join -> join.remove("discovery"));
    }

    private static void upgradeArguments(JsonNode parent) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        parent.path(ARGUMENTS)
                .properties()
                .forEach(argument ->
                        list.addObject().put("name", argument.getKey()).set("value", argument.getValue()));
        ((ObjectNode) parent).set(ARGUMENTS, list);
    }

    private static void downgradeArguments(JsonNode parent) {
        ObjectNode map = JsonNodeFactory.instance.objectNode();
        parent.path(ARGUMENTS).forEach(argument -> map.set(argument.path("name").asText(), argument.path("value")));
        ((ObjectNode) parent).set(ARGUMENTS, map);
    }

    private static Optional<ObjectNode> child(ObjectNode parent, String field) {
        return parent.get(field) instanceof ObjectNode node ? Optional.of(node) : Optional.empty();
    }
}
