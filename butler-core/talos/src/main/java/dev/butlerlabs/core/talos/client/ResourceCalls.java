package dev.butlerlabs.core.talos.client;

import com.google.protobuf.BytesValue;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.talos.wire.Resources;
import dev.butlerlabs.core.talos.wire.StateGrpc;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the resources that a machine publishes about itself. Thread-safe. */
public final class ResourceCalls {
    private static final String CONTROL_PLANE = "controlplane";
    /** Since Talos 1.14 the static pods are rendered from a resource with this prefix. */
    private static final String FINAL_PREFIX = "final-";

    private final TalosCalls calls;

    ResourceCalls(TalosCalls calls) {
        this.calls = calls;
    }

    /** Returns the status; also available in maintenance mode. */
    MachineStatus status() {
        return MachineStatus.parse(get("reading the status", "runtime", "MachineStatuses.runtime.talos.dev", "machine")
                .getSpec()
                .getYamlSpec());
    }

    /**
     * Returns the machine configuration that is in effect. It contains secrets.
     *
     * @throws ButlerException with {@code NOT_FOUND} if the machine has none, and if the client is not an administrator
     */
    public String configuration() {
        Resources.Resource resource =
                get("reading the machine configuration", "config", "MachineConfigs.config.talos.dev", "v1alpha1");
        try {
            // The only field of the specification has number 1, as in a wrapped byte string.
            return BytesValue.parseFrom(resource.getSpec().getProtoSpec())
                    .getValue()
                    .toStringUtf8();
        } catch (InvalidProtocolBufferException e) {
            throw new ButlerException(
                    ErrorCode.INTERNAL,
                    "The machine configuration that %s sent is not readable.".formatted(calls.node()),
                    e);
        }
    }

    /**
     * Returns the configuration of a component of the control plane. Other nodes have none.
     *
     * @param component a component that runs as a static pod
     */
    public StaticPodConfig staticPod(KubernetesComponent component) {
        Resources.Resource resource = find(component, FINAL_PREFIX + component.program())
                .orElseGet(() -> get(
                        "reading the configuration of " + component.program(),
                        CONTROL_PLANE,
                        resourceType(component),
                        component.program()));
        return new StaticPodConfig(
                resource.getMetadata().getVersion(), parse(resource).anyText("image"));
    }

    private Optional<Resources.Resource> find(KubernetesComponent component, String id) {
        try {
            return Optional.of(get(
                    "reading the configuration of " + component.program(), CONTROL_PLANE, resourceType(component), id));
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private static String resourceType(KubernetesComponent component) {
        return switch (component) {
            case API_SERVER -> "APIServerConfigs.kubernetes.talos.dev";
            case CONTROLLER_MANAGER -> "ControllerManagerConfigs.kubernetes.talos.dev";
            case SCHEDULER -> "SchedulerConfigs.kubernetes.talos.dev";
            case PROXY, KUBELET -> throw new IllegalArgumentException(component + " is not a static pod");
        };
    }

    /** Returns the installed system extensions. */
    public List<NodeExtension> extensions() {
        return list("listing the extensions", "runtime", "ExtensionStatuses.runtime.talos.dev").stream()
                .map(resource -> parse(resource).at("metadata"))
                .map(extension -> new NodeExtension(extension.anyText("name"), extension.anyText("version")))
                .toList();
    }

    /**
     * Returns the Kubernetes objects that the configuration and the version of a control plane machine require, such as CoreDNS. Talos
     * creates those that do not exist, but does not update them. Contains a bootstrap token.
     */
    public List<Map<String, Object>> manifests() {
        return list("listing the manifests", CONTROL_PLANE, "Manifests.kubernetes.talos.dev").stream()
                .sorted(Comparator.comparing(resource -> resource.getMetadata().getId()))
                .flatMap(resource -> value(resource) instanceof List<?> objects ? objects.stream() : Stream.empty())
                .map(object -> UntypedTree.of(object).copy())
                .toList();
    }

    private List<Resources.Resource> list(String doing, String namespace, String type) {
        Resources.ListRequest request = Resources.ListRequest.newBuilder()
                .setNamespace(namespace)
                .setType(type)
                .build();
        List<Resources.Resource> resources = new ArrayList<>();
        calls.<StateGrpc.StateBlockingV2Stub, Resources.ListResponse>stream(
                doing,
                StateGrpc::newBlockingV2Stub,
                Optional.of(TalosCalls.SHORT),
                stub -> stub.list(request),
                answer -> resources.add(answer.getResource()));
        return resources;
    }

    /** Returns the ID of the Image Factory schematic that the machine was installed with. */
    public Optional<String> schematic() {
        return extensions().stream()
                .filter(extension -> extension.name().equals(NodeExtension.SCHEMATIC))
                .map(NodeExtension::version)
                .findFirst();
    }

    private static UntypedTree parse(Resources.Resource resource) {
        return UntypedTree.of(value(resource));
    }

    private static Object value(Resources.Resource resource) {
        return YamlValueConverter.of(YamlParser.parse(resource.getSpec().getYamlSpec(), YamlLimits.GENERATED)
                .getFirst());
    }

    private Resources.Resource get(String doing, String namespace, String type, String id) {
        Resources.GetRequest request = Resources.GetRequest.newBuilder()
                .setNamespace(namespace)
                .setType(type)
                .setId(id)
                .build();
        return calls.ask(doing, StateGrpc::newBlockingV2Stub, TalosCalls.SHORT, stub -> stub.get(request))
                .getResource();
    }
}
