package dev.butlerlabs.sim.talos;

import com.google.protobuf.ByteString;
import com.google.protobuf.StringValue;
import dev.butlerlabs.core.talos.wire.Machine.MachineStatusEvent;
import dev.butlerlabs.core.talos.wire.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Renders the state of a machine as resources. */
final class NodeResources {
    private final SimulatedNode node;

    NodeResources(SimulatedNode node) {
        this.node = node;
    }

    List<Resources.Resource> of(NodeResourceType type) {
        return switch (type) {
            case MACHINE_STATUS -> List.of(status());
            case VERSION -> List.of(version());
            case MACHINE_CONFIG -> node.document().isPresent() ? List.of(configuration()) : List.of();
            case DEFINITION ->
                Arrays.stream(NodeResourceType.values())
                        .map(NodeResources::definition)
                        .toList();
        };
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
        if (!node.isReady()) {
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
