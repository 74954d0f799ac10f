package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Creates the mirror pods of the control plane's static pods. Like a kubelet, it replaces the mirror pod when the configuration of the
 * static pod has changed.
 */
final class StaticPodController implements SimulatedController {
    private static final String CONFIG_VERSION = "talos.dev/config-version";

    @Override
    public void reconcile(ClusterView view) {
        Map<String, Pod> present = view.pods().stream()
                .filter(pod -> pod.getMetadata().getNamespace().equals("kube-system"))
                .collect(Collectors.toMap(pod -> pod.getMetadata().getName(), pod -> pod, (one, other) -> one));
        for (ClusterMember member : view.members()) {
            if (member.up() && member.controlPlane()) {
                view.node(member.name())
                        .ifPresent(node -> member.staticPods()
                                .forEach(pod -> adjust(
                                        view,
                                        pod,
                                        Optional.ofNullable(present.get(pod.program() + "-" + member.name())),
                                        () -> pod(pod, member, node))));
            }
        }
    }

    private static void adjust(ClusterView view, StaticPod wanted, Optional<Pod> mirror, Supplier<Pod> fresh) {
        if (mirror.isEmpty()) {
            if (wanted.running()) {
                view.writes().create(fresh.get());
            }
        } else if (!isCurrent(wanted, mirror.get())) {
            view.writes().delete(mirror.get());
        }
    }

    private static boolean isCurrent(StaticPod wanted, Pod mirror) {
        return wanted.configVersion()
                .equals(mirror.getMetadata().getAnnotations().get(CONFIG_VERSION));
    }

    private static Pod pod(StaticPod wanted, ClusterMember member, Node node) {
        String program = wanted.program();
        return new PodBuilder()
                .withNewMetadata()
                .withName(program + "-" + member.name())
                .withNamespace("kube-system")
                .addToLabels("component", program)
                .addToLabels("tier", "control-plane")
                .addToLabels("k8s-app", program)
                .addToAnnotations("kubernetes.io/config.source", "file")
                .addToAnnotations(
                        "kubernetes.io/config.mirror", PodFactory.letters(10, program, wanted.configVersion()))
                .addToAnnotations(CONFIG_VERSION, wanted.configVersion())
                .withOwnerReferences(OwnerReferenceFactory.reference(node))
                .endMetadata()
                .withNewSpec()
                .withNodeName(member.name())
                .withHostNetwork(true)
                .withPriorityClassName("system-cluster-critical")
                .withTolerations(new TolerationBuilder().withOperator("Exists").build())
                .addNewContainer()
                .withName(program)
                .withImage(wanted.image())
                .endContainer()
                .endSpec()
                .build();
    }
}
