package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs the pods on the machines of the cluster: pulls images, starts containers and reports the status. */
final class Kubelet implements SimulatedController, AutoCloseable {
    private final FaultPlan faults;
    private final ProgramRunner programs;
    private final Set<String> pulled = new HashSet<>();
    private final Set<String> refused = new HashSet<>();

    Kubelet(JobRunner jobs, FaultPlan faults, Runnable changed) {
        this.faults = faults;
        this.programs = new ProgramRunner(jobs, faults, changed);
    }

    @Override
    public void look(ClusterView world) {
        for (Pod pod : world.pods()) {
            String node = pod.getSpec().getNodeName();
            if (node == null || PodFactory.hasEnded(pod) || pod.getMetadata().getDeletionTimestamp() != null) {
                continue;
            }
            Optional<ClusterMember> member = world.member(node).filter(ClusterMember::up);
            if (member.isEmpty()) {
                doubt(world, pod);
            } else if (PodFactory.phase(pod).equals("Pending")) {
                start(world, pod, member.get());
            } else {
                watch(world, pod, member.get());
            }
        }
        Set<String> present =
                world.pods().stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
        pulled.retainAll(present);
        refused.retainAll(present);
        programs.keep(world.pods());
    }

    /** Marks the pods of an unreachable node as not ready. */
    private static void doubt(ClusterView world, Pod pod) {
        boolean silent = world.node(pod.getSpec().getNodeName())
                .flatMap(NodeState::of)
                .filter(NodeState.SILENT::equals)
                .isPresent();
        if (silent && PodFactory.isReady(pod)) {
            world.writes().status(PodStatusRenderer.doubted(pod));
        }
    }

    private void start(ClusterView world, Pod pod, ClusterMember member) {
        String uid = pod.getMetadata().getUid();
        boolean network = PodFactory.isOnHostNetwork(pod) || NodeState.ofRunning(world, member) == NodeState.READY;
        if (!network || !world.lasted("start of " + uid, world.tempo().podStart())) {
            return;
        }
        Optional<String> missing = PodMountResolver.missing(world.client(), pod);
        if (missing.isPresent()) {
            tell(world, pod, "ContainerCreating", missing.get());
            world.forget("start of " + uid);
            world.lookAgainIn(world.tempo().retry());
        } else if (pulls(world, pod)) {
            world.writes().status(PodStatusRenderer.running(pod, member, true));
        }
    }

    private boolean pulls(ClusterView world, Pod pod) {
        String uid = pod.getMetadata().getUid();
        if (pulled.contains(uid)) {
            return true;
        }
        boolean rested = !refused.contains(uid)
                || world.lasted("pull of " + uid, world.tempo().retry());
        if (rested && !isFaulty(pod)) {
            pulled.add(uid);
            return true;
        }
        if (rested) {
            refused.add(uid);
            world.forget("pull of " + uid);
            world.lookAgainIn(world.tempo().retry());
        }
        String image = pod.getSpec().getContainers().getFirst().getImage();
        tell(
                world,
                pod,
                "ImagePullBackOff",
                "Back-off pulling image \"%1$s\": ErrImagePull: failed to resolve reference \"%1$s\": %1$s: not found"
                        .formatted(image));
        return false;
    }

    private boolean isFaulty(Pod pod) {
        return faults.next(FaultKind.Stage.IMAGE, SimulatedOperation.BOOT, workload(pod))
                .isPresent();
    }

    /** Returns the name of the workload that a pod belongs to. */
    static String workload(Pod pod) {
        String hash = Optional.ofNullable(pod.getMetadata().getLabels())
                .map(labels -> labels.get(DeploymentController.HASH))
                .orElse("");
        String owner = OwnerReferenceFactory.controller(pod)
                .map(reference -> reference.getName())
                .orElseGet(() -> pod.getMetadata().getName());
        return hash.isEmpty() ? owner : owner.replace("-" + hash, "");
    }

    private static void tell(ClusterView world, Pod pod, String reason, String message) {
        if (PodStatusRenderer.waitsFor(pod).filter(reason::equals).isEmpty()) {
            world.writes().status(PodStatusRenderer.waiting(pod, reason, message));
        }
    }

    private void watch(ClusterView world, Pod pod, ClusterMember member) {
        if (ProgramRunner.isProgram(pod)) {
            programs.watch(world, pod, member);
        } else if (!PodFactory.isReady(pod)) {
            world.writes().status(PodStatusRenderer.running(pod, member, true));
        }
    }

    @Override
    public void close() {
        programs.close();
    }
}
