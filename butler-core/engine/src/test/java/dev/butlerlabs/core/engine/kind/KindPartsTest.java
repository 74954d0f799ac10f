package dev.butlerlabs.core.engine.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KindPartsTest {
    private static final Path FOLDER = Path.of("engine");

    @Test
    void everyClusterHasANameOfItsOwnThatAHostCanHave() {
        assertThat(KindClusterName.of("demo").node()).isEqualTo("butler-demo-control-plane");
        String long1 = "a".repeat(62) + "1";
        String long2 = "a".repeat(62) + "2";
        assertThat(KindClusterName.of(long1).node()).hasSizeLessThan(64).matches("[a-z0-9-]+");
        assertThat(KindClusterName.of(long1)).isNotEqualTo(KindClusterName.of(long2));
    }

    @Test
    void theNetworkHasTheSubnetThatTheKindProgramGivesIt() {
        assertThat(KindNetwork.subnet("kind", 0)).isEqualTo("fc00:f853:ccd:e793::/64");
        assertThat(KindNetwork.subnet("kind", 1)).isNotEqualTo(KindNetwork.subnet("kind", 0));
    }

    @Test
    void aNodeWithoutProxiesKnowsItsKubeconfigAlone() {
        KindOptions options = KindOptions.of("demo", FOLDER).withEnvironment(Map.of("NO_PROXY", "internal"));
        assertThat(NodeEnvironment.of(options, KindClusterName.of("demo"), List.of()))
                .containsExactly("KUBECONFIG=/etc/kubernetes/admin.conf");
    }

    @Test
    void aNodeBehindAProxyReachesWhatIsInsideDirectly() {
        KindOptions options = KindOptions.of("demo", FOLDER)
                .withEnvironment(Map.of("https_proxy", "http://proxy:3128", "NO_PROXY", "internal"));
        String direct = "internal,10.96.0.0/16,10.244.0.0/16,172.18.0.0/16,butler-demo-control-plane,"
                + ".svc,.svc.cluster,.svc.cluster.local";
        assertThat(NodeEnvironment.of(options, KindClusterName.of("demo"), List.of("172.18.0.0/16")))
                .containsExactly(
                        "KUBECONFIG=/etc/kubernetes/admin.conf",
                        "HTTPS_PROXY=http://proxy:3128",
                        "https_proxy=http://proxy:3128",
                        "NO_PROXY=" + direct,
                        "no_proxy=" + direct);
    }

    @Test
    void aManifestIsFittedOnlyWhereItAsksForIt() {
        String plain = "kind: DaemonSet\nsubnet: {{ .PodSubnet }}\n";
        assertThat(CniManifest.fitted(plain, "10.1.0.0/16", "node:6443")).isEqualTo(plain);
        assertThat(CniManifest.fitted(ScriptedNode.CNI, "10.1.0.0/16", "node:6443"))
                .contains("value: \"10.1.0.0/16\"", "name: \"CONTROL_PLANE_ENDPOINT\"", "value: \"node:6443\"")
                .contains("kind: \"ServiceAccount\"");
    }

    @Test
    void everyTokenIsAnother() {
        assertThat(BootstrapToken.fresh()).matches("[a-z0-9]{6}\\.[a-z0-9]{16}").isNotEqualTo(BootstrapToken.fresh());
    }
}
