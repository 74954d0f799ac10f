package dev.butlerlabs.core.node;

import dev.butlerlabs.core.error.InputProblem;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which pods of a node are evicted. Pure and immutable.
 *
 * @param evicted pods to evict, or that are already being deleted
 * @param daemons pods of DaemonSets, which stay
 * @param problems pods that need an option to be evicted
 */
public record DrainPlan(List<Pod> evicted, List<Pod> daemons, List<InputProblem> problems) {
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");

    public DrainPlan {
        evicted = List.copyOf(evicted);
        daemons = List.copyOf(daemons);
        problems = List.copyOf(problems);
    }

    /** @param pods all pods of the node */
    static DrainPlan of(List<Pod> pods, DrainOptions options) {
        List<Pod> evicted = new ArrayList<>();
        List<Pod> daemons = new ArrayList<>();
        List<InputProblem> problems = new ArrayList<>();
        for (Pod pod : pods) {
            if (isDaemon(pod)) {
                daemons.add(pod);
            } else if (!isMirror(pod)) {
                evicted.add(pod);
                problem(pod, options).ifPresent(problems::add);
            }
        }
        return new DrainPlan(evicted, daemons, problems);
    }

    /** Returns the pods to evict as {@code namespace/name}. */
    public List<String> podNames() {
        return evicted.stream().map(DrainPlan::name).sorted().toList();
    }

    static String name(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    private static boolean isDaemon(Pod pod) {
        return controller(pod)
                .filter(owner -> owner.getKind().equals("DaemonSet"))
                .isPresent();
    }

    private static Optional<OwnerReference> controller(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getOwnerReferences()).orElse(List.of()).stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    /** The kubelet runs these pods from files; the API cannot stop them. */
    private static boolean isMirror(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getAnnotations())
                .orElse(Map.of())
                .containsKey(MIRROR);
    }

    private static Optional<InputProblem> problem(Pod pod, DrainOptions options) {
        if (isFinished(pod) || pod.isMarkedForDeletion()) {
            return Optional.empty();
        }
        if (controller(pod).isEmpty() && !options.force()) {
            return Optional.of(
                    new InputProblem(name(pod), "no controller recreates this pod", "delete it, or pass --force"));
        }
        return hasEmptyDir(pod) && !options.deleteEmptyDirData()
                ? Optional.of(new InputProblem(
                        name(pod), "the data in its emptyDir volumes is lost", "pass --delete-emptydir-data"))
                : Optional.empty();
    }

    private static boolean isFinished(Pod pod) {
        return pod.getStatus() != null
                && FINISHED.contains(String.valueOf(pod.getStatus().getPhase()));
    }

    private static boolean hasEmptyDir(Pod pod) {
        return pod.getSpec() != null
                && pod.getSpec().getVolumes() != null
                && pod.getSpec().getVolumes().stream().anyMatch(volume -> volume.getEmptyDir() != null);
    }
}
