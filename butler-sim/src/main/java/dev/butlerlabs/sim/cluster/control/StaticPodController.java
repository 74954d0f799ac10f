package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Creates the mirror pods of the control plane's static pods. */
final class StaticPodController implements SimulatedController {
    private static final List<String> PROGRAMS = List.of("kube-apiserver", "kube-controller-manager", "kube-scheduler");

    @Override
    public void look(ClusterView world) {
        Set<String> present = world.pods().stream()
                .filter(pod -> pod.getMetadata().getNamespace().equals("kube-system"))
                .map(pod -> pod.getMetadata().getName())
                .collect(Collectors.toSet());
        for (ClusterMember member : world.members()) {
            if (member.up() && member.controlPlane()) {
                world.node(member.name())
                        .ifPresent(node -> PROGRAMS.stream()
                                .filter(program -> !present.contains(program + "-" + member.name()))
                                .forEach(program -> world.writes().create(pod(program, member, node))));
            }
        }
    }

    private static Pod pod(String program, ClusterMember member, Node node) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(program + "-" + member.name())
                .withNamespace("kube-system")
                .addToLabels("component", program)
                .addToLabels("tier", "control-plane")
                .addToLabels("k8s-app", program)
                .addToAnnotations("kubernetes.io/config.source", "file")
                .addToAnnotations("kubernetes.io/config.mirror", PodFactory.letters(10, program, member.kubelet()))
                .withOwnerReferences(OwnerReferenceFactory.reference(node))
                .endMetadata()
                .withNewSpec()
                .withNodeName(member.name())
                .withHostNetwork(true)
                .withPriorityClassName("system-cluster-critical")
                .withTolerations(new TolerationBuilder().withOperator("Exists").build())
                .addNewContainer()
                .withName(program)
                .withImage("registry.k8s.io/" + program + ":" + member.kubelet())
                .endContainer()
                .endSpec()
                .build();
    }
}
