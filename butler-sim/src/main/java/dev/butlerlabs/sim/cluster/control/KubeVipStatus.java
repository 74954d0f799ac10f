package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.function.Consumer;

/** Reports whether kube-vip is running, which serves the virtual IP of the control planes. */
final class KubeVipStatus implements SimulatedController {
    private final Consumer<Boolean> moves;
    private boolean told;

    KubeVipStatus(Consumer<Boolean> moves) {
        this.moves = moves;
    }

    @Override
    public void reconcile(ClusterView view) {
        boolean carried = view.daemonSets().stream()
                .filter(KubeVipStatus::isKubeVip)
                .anyMatch(set -> PodFactory.ready(view.pods(set)) > 0);
        if (carried != told) {
            told = carried;
            moves.accept(carried);
        }
    }

    private static boolean isKubeVip(DaemonSet set) {
        return set.getMetadata().getNamespace().equals("kube-system")
                && set.getMetadata().getName().startsWith("kube-vip");
    }
}
