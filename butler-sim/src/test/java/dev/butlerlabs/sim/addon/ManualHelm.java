package dev.butlerlabs.sim.addon;

import dev.butlerlabs.sim.cluster.control.JobRunner;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;

/** Somebody who types Helm's commands by hand. */
final class ManualHelm {
    private ManualHelm() {}

    static JobRunner.Run run(KubernetesClient client, String words) {
        return new JobRunner.Run(
                "default", "by-hand", "helm", List.of(), List.of(words.split(" ", -1)), Map.of(), Map.of(), client);
    }
}
