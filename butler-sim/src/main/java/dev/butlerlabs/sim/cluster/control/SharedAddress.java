package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.function.Consumer;

/** Reports whether kube-vip is running, which serves the virtual IP of the control planes. */
final class SharedAddress implements Controller {
    private final Consumer<Boolean> moves;
    private boolean told;

    SharedAddress(Consumer<Boolean> moves) {
        this.moves = moves;
    }

    @Override
    public void look(World world) {
        boolean carried = world.daemonSets().stream()
                .filter(SharedAddress::isKubeVip)
                .anyMatch(set -> Pods.ready(world.pods(set)) > 0);
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
