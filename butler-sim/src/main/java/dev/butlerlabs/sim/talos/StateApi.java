package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Machine.MachineStatusEvent;
import dev.butlerlabs.core.talos.wire.Resources;
import dev.butlerlabs.core.talos.wire.StateGrpc;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

/** Serves the only supported resource: the status of the machine. */
final class StateApi extends StateGrpc.StateImplBase {
    private static final String NAMESPACE = "runtime";
    private static final String TYPE = "MachineStatuses.runtime.talos.dev";
    private static final String ID = "machine";

    private final SimulatedNode node;

    StateApi(SimulatedNode node) {
        this.node = node;
    }

    @Override
    public void get(Resources.GetRequest request, StreamObserver<Resources.GetResponse> answers) {
        if (!request.getNamespace().equals(NAMESPACE)
                || !request.getType().equals(TYPE)
                || !request.getId().equals(ID)) {
            answers.onError(Status.NOT_FOUND
                    .withDescription("resource %s(%s/%s@undefined) doesn't exist"
                            .formatted(request.getType(), request.getNamespace(), request.getId()))
                    .asRuntimeException());
            return;
        }
        answers.onNext(Resources.GetResponse.newBuilder().setResource(status()).build());
        answers.onCompleted();
    }

    @Override
    public void list(Resources.ListRequest request, StreamObserver<Resources.ListResponse> answers) {
        if (request.getNamespace().equals(NAMESPACE) && request.getType().equals(TYPE)) {
            answers.onNext(
                    Resources.ListResponse.newBuilder().setResource(status()).build());
        }
        answers.onCompleted();
    }

    private Resources.Resource status() {
        NodeStage stage = node.stage();
        boolean ready = node.isReady();
        // The wire form of this resource has the same field numbers as the event of the same name.
        MachineStatusEvent.MachineStatus.Builder status =
                MachineStatusEvent.MachineStatus.newBuilder().setReady(ready);
        StringBuilder yaml = new StringBuilder(
                "stage: %s\nstatus:\n    ready: %s\n    unmetConditions:".formatted(stage.word(), ready));
        if (ready || stage == NodeStage.MAINTENANCE) {
            yaml.append(" []\n");
        } else {
            status.addUnmetConditions(MachineStatusEvent.MachineStatus.UnmetCondition.newBuilder()
                    .setName("services")
                    .setReason("etcd not ready"));
            yaml.append("\n        - name: services\n          reason: etcd not ready\n");
        }
        return Resources.Resource.newBuilder()
                .setMetadata(Resources.Metadata.newBuilder()
                        .setNamespace(NAMESPACE)
                        .setType(TYPE)
                        .setId(ID)
                        .setVersion("1")
                        .setOwner("runtime.MachineStatusController")
                        .setPhase("running"))
                .setSpec(Resources.Spec.newBuilder()
                        .setProtoSpec(MachineStatusEvent.newBuilder()
                                .setStage(stage.onWire())
                                .setStatus(status)
                                .build()
                                .toByteString())
                        .setYamlSpec(yaml.toString()))
                .build();
    }
}
