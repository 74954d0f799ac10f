package dev.butlerlabs.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.client.ApplyMode;
import dev.butlerlabs.core.talos.client.ControlPlaneComponent;
import dev.butlerlabs.core.talos.client.StaticPodConfig;
import dev.butlerlabs.core.talos.client.TalosClient;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kubernetes of a cluster is upgraded by changes of machine configurations without a reboot. */
@Tag("slow")
class KubernetesUpgradeTest {
    private static final String OLD = "v1.35.0";
    private static final String NEXT = "v1.35.4";

    @Test
    void replacesTheMirrorPodAndReportsTheNewVersions() throws Exception {
        try (TalosHost hosts = TalosHost.start(TalosHostOptions.quick("v1.12.1"))) {
            String endpoint = hosts.freeAddress();
            Rehearsal cluster = new Rehearsal(hosts, "one", "v1.12.1", "https://" + endpoint + ":6443");
            String address = cluster.boot("cp-1", Optional.of(configuration(cluster)));
            cluster.bootstrap(address);
            try (TalosClient talos = cluster.talos(address);
                    KubernetesClient client = cluster.kubernetes(address)) {
                ClusterAwait.until("a ready API server pod", () -> pod(client), KubernetesUpgradeTest::isReady);
                assertThat(client.getKubernetesVersion().getGitVersion()).isEqualTo(OLD);

                apply(talos, "kube-apiserver");
                StaticPodConfig wanted = talos.resources().staticPod(ControlPlaneComponent.API_SERVER);
                Pod replaced = ClusterAwait.until(
                        "the pod of the new configuration",
                        () -> pod(client),
                        pod -> isReady(pod)
                                && wanted.version().equals(annotation(pod, StaticPodConfig.VERSION_ANNOTATION)));
                assertThat(replaced.getSpec().getContainers().getFirst().getImage())
                        .endsWith("kube-apiserver:" + NEXT);
                assertThat(client.getKubernetesVersion().getGitVersion()).isEqualTo(NEXT);
                assertThat(kubelet(client)).isEqualTo(OLD);

                apply(talos, "kubelet");
                ClusterAwait.until("the new kubelet", () -> kubelet(client), NEXT::equals);
            }
        }
    }

    private static String configuration(Rehearsal cluster) {
        return cluster.configuration("cp-1").replaceAll("(kubelet|kube-[a-z-]+):v[0-9.]+", "$1:" + OLD);
    }

    private static void apply(TalosClient talos, String component) {
        String changed = talos.resources().configuration().replace(component + ":" + OLD, component + ":" + NEXT);
        assertThat(talos.apply(changed, ApplyMode.NO_REBOOT, false).mode()).isEqualTo(ApplyMode.NO_REBOOT);
    }

    private static Pod pod(KubernetesClient client) {
        return client.pods()
                .inNamespace("kube-system")
                .withName("kube-apiserver-cp-1")
                .get();
    }

    private static boolean isReady(Pod pod) {
        return pod != null
                && pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True"));
    }

    private static String annotation(Pod pod, String name) {
        return Optional.ofNullable(pod.getMetadata().getAnnotations())
                .orElse(Map.of())
                .get(name);
    }

    private static String kubelet(KubernetesClient client) {
        return client.nodes().withName("cp-1").get().getStatus().getNodeInfo().getKubeletVersion();
    }
}
