package dev.butlerlabs.core.bootstrap.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MachineNamesTest {
    private static ClusterBootstrap bootstrap(String removed) {
        ClusterBootstrap bootstrap = new ClusterBootstrap();
        bootstrap.setMetadata(new ObjectMetaBuilder()
                .withName("demo")
                .addToAnnotations(Annotations.REMOVED_MACHINES, removed)
                .build());
        bootstrap.setSpec(Specs.of(Topology.HA, 3, 2, "192.0.2.10"));
        return bootstrap;
    }

    @Test
    void skipsRemovedMachines() {
        assertThat(MachineNames.of("demo", MachineRole.WORKER, 3, Set.of("demo-worker-0", "demo-worker-2")))
                .containsExactly("demo-worker-1", "demo-worker-3", "demo-worker-4");
    }

    @Test
    void aPlanCountsTheMachinesThatAreThere() {
        String cluster = bootstrap("").getSpec().cluster().name();
        ClusterBootstrap bootstrap = bootstrap("%1$s-cp-1, %1$s-worker-0,".formatted(cluster));

        assertThat(ManagementClusterPlan.of(bootstrap, Specs.profile(Hosting.ON_PREMISES))
                        .machines())
                .extracting(PlannedMachine::name)
                .containsExactly(
                        cluster + "-cp-0",
                        cluster + "-cp-2",
                        cluster + "-cp-3",
                        cluster + "-worker-1",
                        cluster + "-worker-2");
    }

    @Test
    void nothingIsRemovedFromANewCluster() {
        ClusterBootstrap bootstrap = bootstrap("");
        bootstrap.getMetadata().setAnnotations(null);

        assertThat(MachineNames.removed(bootstrap)).isEmpty();
    }
}
