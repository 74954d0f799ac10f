package dev.butlerlabs.sim.talos;

import com.google.protobuf.ByteString;
import com.google.protobuf.StringValue;
import dev.butlerlabs.core.talos.wire.Machine.MachineStatusEvent;
import dev.butlerlabs.core.talos.wire.Resources;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Renders the state of a machine as resources. */
final class NodeResources {
    /** Numbers of machine types in the wire form. */
    private static final int CONTROL_PLANE = 2;

    private static final int WORKER = 3;

    private final SimulatedNode node;

    NodeResources(SimulatedNode node) {
        this.node = node;
    }

    List<Resources.Resource> of(NodeResourceType type) {
        return switch (type) {
            case MACHINE_STATUS -> List.of(status());
            case VERSION -> List.of(version());
            case EXTENSION -> extensions();
            case MEMBER -> node.cluster().map(this::members).orElse(List.of());
            case API_SERVER_CONFIG -> staticPod(type, NodeComponent.API_SERVER);
            case CONTROLLER_MANAGER_CONFIG -> staticPod(type, NodeComponent.CONTROLLER_MANAGER);
            case SCHEDULER_CONFIG -> staticPod(type, NodeComponent.SCHEDULER);
            case MANIFEST -> node.isControlPlane() ? manifests() : List.of();
            case MACHINE_CONFIG -> node.document().isPresent() ? List.of(configuration()) : List.of();
            case DEFINITION ->
                Arrays.stream(NodeResourceType.values())
                        .map(NodeResources::definition)
                        .toList();
        };
    }

    /** Returns the pseudo-extension with the schematic; the extensions of the schematic are not known. */
    private List<Resources.Resource> extensions() {
        return node.disk().active().schematic().map(NodeResources::schematic).stream()
                .toList();
    }

    private static Resources.Resource schematic(String id) {
        return resource(NodeResourceType.EXTENSION, "0", "runtime.ExtensionStatusController")
                .setSpec(Resources.Spec.newBuilder()
                        .setProtoSpec(MessageEncoder.encode(output -> {
                            output.writeString(1, "0.sqsh");
                            output.writeBytes(2, MessageEncoder.encode(metadata -> {
                                metadata.writeString(1, "schematic");
                                metadata.writeString(2, id);
                            }));
                        }))
                        .setYamlSpec("image: 0.sqsh\nmetadata:\n    name: schematic\n    version: %s\n".formatted(id)))
                .build();
    }

    private List<Resources.Resource> members(ClusterState cluster) {
        return node.network().members(cluster).stream()
                .filter(SimulatedNode::isListening)
                .map(NodeResources::member)
                .toList();
    }

    private static Resources.Resource member(SimulatedNode member) {
        String type = member.isControlPlane() ? "controlplane" : "worker";
        String address = member.address().getAddress().getHostAddress();
        String system = "Talos (%s)".formatted(member.version());
        return resource(NodeResourceType.MEMBER, member.hostname(), "cluster.MemberController")
                .setSpec(Resources.Spec.newBuilder()
                        .setProtoSpec(MessageEncoder.encode(output -> {
                            output.writeString(1, member.hostname());
                            output.writeBytes(
                                    2,
                                    MessageEncoder.encode(ip -> ip.writeByteArray(
                                            1, member.address().getAddress().getAddress())));
                            output.writeString(3, member.hostname());
                            output.writeEnum(4, member.isControlPlane() ? CONTROL_PLANE : WORKER);
                            output.writeString(5, system);
                        }))
                        .setYamlSpec(
                                "nodeId: %1$s\naddresses:\n    - %2$s\nhostname: %1$s\nmachineType: %3$s\noperatingSystem: %4$s\n"
                                        .formatted(member.hostname(), address, type, system)))
                .build();
    }

    /** Returns the configuration of a static pod; since Talos 1.14 it is published in its final form, too. */
    private List<Resources.Resource> staticPod(NodeResourceType type, NodeComponent component) {
        if (!node.isControlPlane()) {
            return List.of();
        }
        Stream<String> ids = node.release().isAtLeast(14) ? Stream.of("", "final-") : Stream.of("");
        return ids.map(prefix -> staticPod(type, component, prefix + component.id()))
                .toList();
    }

    private Resources.Resource staticPod(NodeResourceType type, NodeComponent component, String id) {
        ComponentState state = node.component(component);
        Resources.Resource.Builder resource = resource(type, id, "k8s.ControlPlaneConfigController");
        resource.getMetadataBuilder().setVersion(Integer.toString(state.configVersion()));
        boolean apiServer = component == NodeComponent.API_SERVER;
        return resource.setSpec(Resources.Spec.newBuilder()
                        .setProtoSpec(MessageEncoder.encode(output -> {
                            if (!apiServer) {
                                output.writeBool(1, true);
                            }
                            output.writeString(apiServer ? 1 : 2, state.image());
                        }))
                        .setYamlSpec((apiServer ? "" : "enabled: true\n") + "image: " + state.image() + "\n"))
                .build();
    }

    private List<Resources.Resource> manifests() {
        return TalosManifests.of(node.release()).entrySet().stream()
                .map(entry -> resource(NodeResourceType.MANIFEST, entry.getKey(), "k8s.ManifestController")
                        .setSpec(Resources.Spec.newBuilder()
                                .setProtoSpec(TalosManifests.encoded(entry.getValue()))
                                .setYamlSpec(YamlWriter.write(entry.getValue())))
                        .build())
                .toList();
    }

    private Resources.Resource version() {
        return resource(NodeResourceType.VERSION, "version", "runtime.VersionController")
                .setSpec(Resources.Spec.newBuilder()
                        // Field 1 of the specification is the version, as in a wrapped string.
                        .setProtoSpec(StringValue.of(node.version()).toByteString())
                        .setYamlSpec("version: %s\n".formatted(node.version())))
                .build();
    }

    private Resources.Resource configuration() {
        return resource(NodeResourceType.MACHINE_CONFIG, "v1alpha1", "config.AcquireController")
                .setSpec(Resources.Spec.newBuilder()
                        .setProtoSpec(StringValue.of(node.configuration()).toByteString())
                        .setYamlSpec(node.configuration()))
                .build();
    }

    private static Resources.Resource definition(NodeResourceType type) {
        return resource(NodeResourceType.DEFINITION, type.type().toLowerCase(Locale.ROOT), "")
                .setSpec(Resources.Spec.newBuilder()
                        .setProtoSpec(type.encodedDefinition())
                        .setYamlSpec(type.definition()))
                .build();
    }

    private Resources.Resource status() {
        NodeStage stage = node.stage();
        List<String> stopped = stoppedServices();
        boolean ready = node.isHealthy() || stage == NodeStage.MAINTENANCE;
        StringBuilder yaml = new StringBuilder(
                "stage: %s\nstatus:\n    ready: %s\n    unmetConditions:".formatted(stage.word(), ready));
        if (ready) {
            yaml.append(" []\n");
        } else {
            yaml.append("\n        - name: services\n          reason: ")
                    .append(String.join(", ", stopped))
                    .append('\n');
        }
        return resource(NodeResourceType.MACHINE_STATUS, "machine", "runtime.MachineStatusController")
                .setSpec(Resources.Spec.newBuilder()
                        .setProtoSpec(encoded(stage, ready, stopped))
                        .setYamlSpec(yaml.toString()))
                .build();
    }

    /** The wire form of this resource has the same field numbers as the event of the same name. */
    private static ByteString encoded(NodeStage stage, boolean ready, List<String> stopped) {
        MachineStatusEvent.MachineStatus.Builder status =
                MachineStatusEvent.MachineStatus.newBuilder().setReady(ready);
        if (!ready) {
            status.addUnmetConditions(MachineStatusEvent.MachineStatus.UnmetCondition.newBuilder()
                    .setName("services")
                    .setReason(String.join(", ", stopped)));
        }
        return MachineStatusEvent.newBuilder()
                .setStage(stage.onWire())
                .setStatus(status)
                .build()
                .toByteString();
    }

    private List<String> stoppedServices() {
        List<String> stopped = new ArrayList<>();
        if (!node.isKubeletRunning()) {
            stopped.add("kubelet not running");
        }
        if (node.document().filter(MachineDocument::controlPlane).isPresent()
                && !node.etcd().isHealthy()) {
            stopped.add(node.etcd().state() == EtcdService.State.RUNNING ? "etcd not healthy" : "etcd not running");
        }
        return stopped;
    }

    private static Resources.Resource.Builder resource(NodeResourceType type, String id, String owner) {
        return Resources.Resource.newBuilder()
                .setMetadata(Resources.Metadata.newBuilder()
                        .setNamespace(type.namespace())
                        .setType(type.type())
                        .setId(id)
                        .setVersion("1")
                        .setOwner(owner)
                        .setPhase("running"));
    }
}
