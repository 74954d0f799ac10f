package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides which nodes a pod can run on, by taints, selectors and required node affinity. */
final class PodPlacement {
    /** Tolerations of every DaemonSet pod. */
    private static final List<Toleration> OF_DAEMONS = Stream.of(
                    "not-ready:NoExecute", "unreachable:NoExecute", "unschedulable:NoSchedule")
            .map(text -> text.split(":", 2))
            .map(parts -> new TolerationBuilder()
                    .withKey("node.kubernetes.io/" + parts[0])
                    .withOperator("Exists")
                    .withEffect(parts[1])
                    .build())
            .toList();

    private final PodSpec spec;
    private final List<Toleration> tolerations;

    private PodPlacement(PodSpec spec, List<Toleration> tolerations) {
        this.spec = spec;
        this.tolerations = tolerations;
    }

    static PodPlacement of(PodSpec spec) {
        return new PodPlacement(spec, spec.getTolerations());
    }

    static PodPlacement ofDaemon(PodSpec spec) {
        return new PodPlacement(
                spec,
                Stream.concat(spec.getTolerations().stream(), OF_DAEMONS.stream())
                        .toList());
    }

    boolean fits(Node node) {
        return obstacle(node).isEmpty();
    }

    /** Returns why a pod cannot run on a node; empty if it can. */
    Optional<String> obstacle(Node node) {
        if (!matches(node)) {
            return Optional.of("didn't match Pod's node affinity/selector");
        }
        return untolerated(node)
                .map(taint -> "had untolerated taint {%s: %s}"
                        .formatted(taint.getKey(), Objects.requireNonNullElse(taint.getValue(), "")));
    }

    private Optional<Taint> untolerated(Node node) {
        Stream<Taint> cordon = Boolean.TRUE.equals(node.getSpec().getUnschedulable())
                ? Stream.of(new Taint("NoSchedule", "node.kubernetes.io/unschedulable", null, null))
                : Stream.empty();
        return Stream.concat(node.getSpec().getTaints().stream(), cordon)
                .filter(taint -> !"PreferNoSchedule".equals(taint.getEffect()))
                .filter(taint -> tolerations.stream().noneMatch(toleration -> tolerates(toleration, taint)))
                .findFirst();
    }

    private static boolean tolerates(Toleration toleration, Taint taint) {
        boolean key = toleration.getKey() == null
                || toleration.getKey().isEmpty()
                || toleration.getKey().equals(taint.getKey());
        boolean effect = toleration.getEffect() == null
                || toleration.getEffect().isEmpty()
                || toleration.getEffect().equals(taint.getEffect());
        boolean value = "Exists".equals(toleration.getOperator())
                || Objects.requireNonNullElse(toleration.getValue(), "")
                        .equals(Objects.requireNonNullElse(taint.getValue(), ""));
        return key && effect && value;
    }

    private boolean matches(Node node) {
        Map<String, String> labels =
                Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of());
        boolean selected = spec.getNodeSelector() == null
                || labels.entrySet().containsAll(spec.getNodeSelector().entrySet());
        if (!selected || spec.getAffinity() == null || spec.getAffinity().getNodeAffinity() == null) {
            return selected;
        }
        var required = spec.getAffinity().getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution();
        return required == null || required.getNodeSelectorTerms().stream().anyMatch(term -> holds(term, labels));
    }

    private static boolean holds(NodeSelectorTerm term, Map<String, String> labels) {
        return term.getMatchExpressions().stream().allMatch(requirement -> holds(requirement, labels));
    }

    private static boolean holds(NodeSelectorRequirement requirement, Map<String, String> labels) {
        String value = labels.get(requirement.getKey());
        return switch (requirement.getOperator()) {
            case "In" -> value != null && requirement.getValues().contains(value);
            case "NotIn" -> value == null || !requirement.getValues().contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }
}
