package dev.butlerlabs.core.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.version.MinorVersion;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import dev.butlerlabs.core.version.VersionListSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UpgradePlanTest {
    private static final VersionList LIST = VersionListSource.builtIn();
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 17);
    private static final AddonVersions CILIUM = new AddonVersions("cilium", "1.16.0", "1.17.0");
    private static final AddonVersions CERT_MANAGER = new AddonVersions("cert-manager", "v1.16.2", "v1.16.2");

    @Test
    void theLowestVersionsDecide() {
        UpgradePlan plan = plan(healthy(), target("v1.13.9", "v1.36.6"), false);

        assertThat(plan.hops())
                .extracting(hop -> hop.product().title() + " " + hop.to())
                .containsExactly("Talos v1.13.9", "Kubernetes v1.36.6");
        assertThat(plan.hops().getFirst().from()).hasToString("v1.12.1");
        assertThat(plan.blockers()).isEmpty();
        assertThat(plan.warnings()).containsExactly("Talos 1.13 has received no fixes since 2026-09-15");
    }

    @Test
    void listsTheAddonsThatChangeOnlyIfThePlatformIsUpgraded() {
        assertThat(plan(healthy(), target("v1.14.1", "v1.37.2"), true).addons()).containsExactly(CILIUM);
        assertThat(plan(healthy(), target("v1.14.1", "v1.37.2"), false).addons())
                .isEmpty();
    }

    @Test
    void namesEverythingThatPreventsTheUpgrade() {
        ClusterVersions ill = new ClusterVersions(
                release("v1.35.4"),
                List.of(node("cp-0", true), node("worker-0", false)),
                List.of("rocky-0"),
                List.of(),
                List.of(
                        new RemovedApiUse("flowschemas.v1beta3.flowcontrol.apiserver.k8s.io", new MinorVersion(1, 36)),
                        new RemovedApiUse("later.v1.example.org", new MinorVersion(1, 40)),
                        new RemovedApiUse("gone.v1.example.org", new MinorVersion(1, 30))),
                List.of("shop/web"));

        assertThat(plan(ill, target("v1.14.1", "v1.37.2"), false).blockers())
                .extracting(UpgradeBlocker::sentence)
                .containsExactly(
                        "Node worker-0 is not ready.",
                        "Node rocky-0 does not run Talos.",
                        "Clients use flowschemas.v1beta3.flowcontrol.apiserver.k8s.io, which Kubernetes 1.36 removes.",
                        "PodDisruptionBudget shop/web allows no disruption, so its node cannot be drained.");
    }

    @Test
    void aClusterThatIsCurrentHasNoBlockers() {
        UpgradePlan plan = plan(healthy(), new UpgradeTarget(Optional.empty(), Optional.empty()), false);

        assertThat(plan.hops()).isEmpty();
        assertThat(plan.blockers()).isEmpty();
    }

    @Test
    void readsRemovedApisFromTheMetrics() {
        String metrics = """
                # TYPE apiserver_requested_deprecated_apis gauge
                apiserver_requested_deprecated_apis{group="flowcontrol.apiserver.k8s.io",removed_release="1.32",resource="flowschemas",subresource="",version="v1beta3"} 1
                apiserver_requested_deprecated_apis{group="flowcontrol.apiserver.k8s.io",removed_release="1.32",resource="flowschemas",subresource="status",version="v1beta3"} 1
                apiserver_requested_deprecated_apis{group="",removed_release="",resource="componentstatuses",subresource="",version="v1"} 1
                apiserver_request_total{code="200"} 17
                """;

        assertThat(RemovedApiUse.of(metrics))
                .containsExactly(
                        new RemovedApiUse("flowschemas.v1beta3.flowcontrol.apiserver.k8s.io", new MinorVersion(1, 32)));
    }

    private static UpgradePlan plan(ClusterVersions cluster, UpgradeTarget target, boolean platform) {
        return UpgradePlan.of(cluster, target, platform, LIST, TODAY);
    }

    private static ClusterVersions healthy() {
        return new ClusterVersions(
                release("v1.35.4"),
                List.of(
                        node("cp-0", true),
                        new NodeVersions("cp-1", true, true, release("v1.12.7"), release("v1.35.4"))),
                List.of(),
                List.of(CILIUM, CERT_MANAGER),
                List.of(),
                List.of());
    }

    private static NodeVersions node(String name, boolean isReady) {
        return new NodeVersions(name, name.startsWith("cp"), isReady, release("v1.12.1"), release("v1.35.4"));
    }

    private static UpgradeTarget target(String talos, String kubernetes) {
        return new UpgradeTarget(Optional.of(release(talos)), Optional.of(release(kubernetes)));
    }

    private static ReleaseVersion release(String text) {
        return ReleaseVersion.find(text).orElseThrow();
    }
}
