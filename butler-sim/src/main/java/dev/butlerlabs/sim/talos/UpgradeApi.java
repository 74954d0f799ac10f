package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.sim.talos.etcd.SimulatedMember;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The calls of the machine service that change the installed Talos. */
final class UpgradeApi {
    private final SimulatedNode node;

    UpgradeApi(SimulatedNode node) {
        this.node = node;
    }

    void upgrade(Machine.UpgradeRequest request, StreamObserver<Machine.UpgradeResponse> answers) {
        Optional<SystemImage> image = SystemImage.parse(request.getImage());
        if (image.isEmpty()) {
            fail(answers, "error validating installer image \"%s\": not found".formatted(request.getImage()));
            return;
        }
        Optional<String> objection = request.getForce() || request.getPreserve() ? Optional.empty() : etcdObjection();
        if (objection.isPresent()) {
            fail(answers, "error validating etcd for upgrade: " + objection.get());
            return;
        }
        String actor = UUID.randomUUID().toString();
        answers.onNext(Machine.UpgradeResponse.newBuilder()
                .addMessages(Machine.Upgrade.newBuilder()
                        .setAck("Upgrade request received")
                        .setActorId(actor))
                .build());
        answers.onCompleted();
        node.upgrader().run(image.get(), actor);
    }

    /** Returns why a control plane must not be upgraded now. */
    private Optional<String> etcdObjection() {
        Optional<ClusterState> cluster = node.cluster();
        if (cluster.isEmpty() || !node.isControlPlane()) {
            return Optional.empty();
        }
        List<SimulatedMember> members = cluster.get().etcd().members();
        if (!cluster.get().etcd().hasQuorum()) {
            return Optional.of("etcdserver: no leader");
        }
        if (members.size() == 2) {
            return Optional.of("etcd member count(2) is insufficient to maintain quorum if upgrade commences");
        }
        return members.stream()
                .filter(member -> !member.running())
                .map(member -> ("etcd member %016x is not healthy; all members must be healthy to perform an upgrade:"
                                + " context deadline exceeded")
                        .formatted(member.id()))
                .findFirst();
    }

    void rollback(StreamObserver<Machine.RollbackResponse> answers) {
        if (!node.disk().revert()) {
            fail(answers, "cannot rollback to \"\", label does not exist");
            return;
        }
        answers.onNext(Machine.RollbackResponse.newBuilder()
                .addMessages(Machine.Rollback.getDefaultInstance())
                .build());
        answers.onCompleted();
        node.reboot(NodeStage.REBOOTING);
    }

    private static void fail(StreamObserver<?> answers, String reason) {
        answers.onError(Status.UNKNOWN.withDescription(reason).asRuntimeException());
    }
}
