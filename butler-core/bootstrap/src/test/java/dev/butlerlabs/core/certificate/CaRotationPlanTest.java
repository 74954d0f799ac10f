package dev.butlerlabs.core.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.status.NodeObservation;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CaRotationPlanTest {
    private static NodeObservation node(String name, String address, String talos, Optional<String> notReady) {
        return new NodeObservation(
                name,
                name.startsWith("cp"),
                Optional.of(address),
                notReady,
                false,
                List.of(),
                ReleaseVersion.find(talos),
                Optional.empty());
    }

    private static CaRotationPlan plan(ClusterAuthority authority, NodeObservation... nodes) {
        return CaRotationPlan.of(
                authority,
                authority.of(RotationWorld.SECRETS).certificate(),
                new CaRotationPlan.Cluster("butler-system/demo-talos-secrets", "demo", List.of(nodes)));
    }

    private static int position(CaRotationPlan plan, String words) {
        return IntStream.range(0, plan.steps().size())
                .filter(index -> plan.steps().get(index).action().contains(words))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void acceptsTheNewAuthorityBeforeItIssuesAndRemovesTheOldOneAfterTheClientsAreRenewed() {
        CaRotationPlan plan = plan(
                ClusterAuthority.TALOS,
                node("cp-0", "10.0.0.10", "v1.14.1", Optional.empty()),
                node("w-0", "10.0.0.20", "v1.14.1", Optional.empty()));

        assertThat(plan.blockers()).isEmpty();
        assertThat(plan.current().subject()).isEqualTo("O=talos");
        assertThat(List.of(
                        position(plan, "backup"),
                        position(plan, "accept it beside the old one: add it to machine.acceptedCAs"),
                        position(plan, "Switch issuing: set machine.ca"),
                        position(plan, "Issue a talosconfig"),
                        position(plan, "Remove the old CA"),
                        position(plan, "Store the new CA: replace certs.os")))
                .isSorted();
        assertThat(plan.steps().get(1).command())
                .contains(
                        "talosctl rotate-ca --talos=true --kubernetes=false --control-plane-nodes 10.0.0.10 --worker-nodes 10.0.0.20 --dry-run=false");
        assertThat(plan.steps().get(1).effect()).isEqualTo(CaRotationStep.NONE);
    }

    @Test
    void namesWhatAKubernetesRotationInterrupts() {
        CaRotationPlan plan = plan(ClusterAuthority.KUBERNETES, node("cp-0", "10.0.0.10", "v1.14.1", Optional.empty()));

        assertThat(plan.steps().get(1).effect()).contains("API server", "kubelet");
        assertThat(plan.steps().get(position(plan, "Switch issuing")).effect()).contains("pods");
        assertThat(plan.steps().get(1).command().orElseThrow()).doesNotContain("--worker-nodes");
        assertThat(plan.steps())
                .extracting(CaRotationStep::command)
                .contains(Optional.of("butleradm certs rotate --only kubeconfig demo"));
    }

    @Test
    void namesWhatPreventsTheRotation() {
        assertThat(plan(
                                ClusterAuthority.TALOS,
                                node("cp-0", "10.0.0.10", "v1.14.1", Optional.empty()),
                                node("w-0", "10.0.0.20", "v1.14.1", Optional.of("kubelet stopped")))
                        .blockers())
                .containsExactly("node w-0 is not ready: kubelet stopped");
    }
}
