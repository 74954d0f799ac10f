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
    public void reconcile(ClusterView view) {
        for (Pod pod : view.pods()) {
            String node = pod.getSpec().getNodeName();
            if (node == null || PodFactory.hasEnded(pod) || pod.getMetadata().getDeletionTimestamp() != null) {
                continue;
            }
            Optional<ClusterMember> member = view.member(node).filter(ClusterMember::up);
            if (member.isEmpty()) {
                doubt(view, pod);
            } else if (PodFactory.phase(pod).equals("Pending")) {
                start(view, pod, member.get());
            } else {
                watch(view, pod, member.get());
            }
        }
        Set<String> present =
                view.pods().stream().map(pod -> pod.getMetadata().getUid()).collect(Collectors.toSet());
        pulled.retainAll(present);
        refused.retainAll(present);
        programs.keep(view.pods());
    }

    /** Marks the pods of an unreachable node as not ready. */
    private static void doubt(ClusterView view, Pod pod) {
        boolean silent = view.node(pod.getSpec().getNodeName())
                .flatMap(NodeState::of)
                .filter(NodeState.SILENT::equals)
                .isPresent();
        if (silent && PodFactory.isReady(pod)) {
            view.writes().status(PodStatusRenderer.doubted(pod));
        }
    }

    private void start(ClusterView view, Pod pod, ClusterMember member) {
        String uid = pod.getMetadata().getUid();
        boolean network = PodFactory.isOnHostNetwork(pod) || NodeState.ofRunning(view, member) == NodeState.READY;
        if (!network || !view.lasted("start of " + uid, view.delays().podStart())) {
            return;
        }
        Optional<String> missing = PodMountResolver.missing(view.client(), pod);
        if (missing.isPresent()) {
            tell(view, pod, "ContainerCreating", missing.get());
            view.forget("start of " + uid);
            view.checkAgainIn(view.delays().retry());
        } else if (pulls(view, pod)) {
            view.writes().status(PodStatusRenderer.running(pod, member, true));
        }
    }

    private boolean pulls(ClusterView view, Pod pod) {
        String uid = pod.getMetadata().getUid();
        if (pulled.contains(uid)) {
            return true;
        }
        boolean rested = !refused.contains(uid)
                || view.lasted("pull of " + uid, view.delays().retry());
        if (rested && !isFaulty(pod)) {
            pulled.add(uid);
            return true;
        }
        if (rested) {
            refused.add(uid);
            view.forget("pull of " + uid);
            view.checkAgainIn(view.delays().retry());
        }
        String image = pod.getSpec().getContainers().getFirst().getImage();
        tell(
                view,
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

    private static void tell(ClusterView view, Pod pod, String reason, String message) {
        if (PodStatusRenderer.waitsFor(pod).filter(reason::equals).isEmpty()) {
            view.writes().status(PodStatusRenderer.waiting(pod, reason, message));
        }
    }

    private void watch(ClusterView view, Pod pod, ClusterMember member) {
        if (ProgramRunner.isProgram(pod)) {
            programs.watch(view, pod, member);
        } else if (!PodFactory.isReady(pod)) {
            view.writes().status(PodStatusRenderer.running(pod, member, true));
        }
    }

    @Override
    public void close() {
        programs.close();
    }
}
