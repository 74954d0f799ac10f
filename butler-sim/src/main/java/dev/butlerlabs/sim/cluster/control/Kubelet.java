package dev.butlerlabs.sim.cluster.control;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.Operation;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs the pods on the machines of the cluster: pulls images, starts containers and reports the status. */
final class Kubelet implements Controller, AutoCloseable {
    private final FaultPlan faults;
    private final Programs programs;
    private final Set<String> pulled = new HashSet<>();
    private final Set<String> refused = new HashSet<>();

    Kubelet(JobRunner jobs, FaultPlan faults, Runnable changed) {
        this.faults = faults;
        this.programs = new Programs(jobs, faults, changed);
    }

    @Override
    public void look(World world) {
        for (Pod pod : world.pods()) {
            String node = pod.getSpec().getNodeName();
            if (node == null || Pods.hasEnded(pod) || pod.getMetadata().getDeletionTimestamp() != null) {
                continue;
            }
            Optional<Member> member = world.member(node).filter(Member::up);
            if (member.isEmpty()) {
                doubt(world, pod);
            } else if (Pods.phase(pod).equals("Pending")) {
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
    private static void doubt(World world, Pod pod) {
        boolean silent = world.node(pod.getSpec().getNodeName())
                .flatMap(NodeState::of)
                .filter(NodeState.SILENT::equals)
                .isPresent();
        if (silent && Pods.isReady(pod)) {
            world.writes().status(PodForm.doubted(pod));
        }
    }

    private void start(World world, Pod pod, Member member) {
        String uid = pod.getMetadata().getUid();
        boolean network = Pods.isOnHostNetwork(pod) || NodeState.ofRunning(world, member) == NodeState.READY;
        if (!network || !world.lasted("start of " + uid, world.tempo().podStart())) {
            return;
        }
        Optional<String> missing = Mounts.missing(world.client(), pod);
        if (missing.isPresent()) {
            tell(world, pod, "ContainerCreating", missing.get());
            world.forget("start of " + uid);
            world.lookAgainIn(world.tempo().retry());
        } else if (pulls(world, pod)) {
            world.writes().status(PodForm.running(pod, member, true));
        }
    }

    private boolean pulls(World world, Pod pod) {
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
        return faults.next(FaultKind.Stage.IMAGE, Operation.BOOT, workload(pod)).isPresent();
    }

    /** Returns the name of the workload that a pod belongs to. */
    static String workload(Pod pod) {
        String hash = Optional.ofNullable(pod.getMetadata().getLabels())
                .map(labels -> labels.get(Deployments.HASH))
                .orElse("");
        String owner = Owners.controller(pod)
                .map(reference -> reference.getName())
                .orElseGet(() -> pod.getMetadata().getName());
        return hash.isEmpty() ? owner : owner.replace("-" + hash, "");
    }

    private static void tell(World world, Pod pod, String reason, String message) {
        if (PodForm.waitsFor(pod).filter(reason::equals).isEmpty()) {
            world.writes().status(PodForm.waiting(pod, reason, message));
        }
    }

    private void watch(World world, Pod pod, Member member) {
        if (Programs.isProgram(pod)) {
            programs.watch(world, pod, member);
        } else if (!Pods.isReady(pod)) {
            world.writes().status(PodForm.running(pod, member, true));
        }
    }

    @Override
    public void close() {
        programs.close();
    }
}
