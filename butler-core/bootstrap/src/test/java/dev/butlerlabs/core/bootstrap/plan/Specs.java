package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Cluster;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.MachinePool;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Network;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.NodeAddresses;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Talos;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Specs for tests. */
final class Specs {
    private Specs() {}

    static ClusterBootstrapSpec of(Topology topology, int controlPlanes, int workers, String vip) {
        return ClusterBootstrapSpecBuilder.builder()
                .provider("rack")
                .providerRef(new ObjectReference("demo-provider", "butler-system"))
                .cluster(new Cluster("demo", topology, pool(controlPlanes), workers == 0 ? null : pool(workers)))
                .network(new Network("10.244.0.0/16", "10.96.0.0/12", vip, null, null, null))
                .talos(new Talos("v1.12.1", "", "/dev/vda", List.of(), null))
                .build();
    }

    /** With addresses for its machines. */
    static ClusterBootstrapSpec at(NodeAddresses addresses, int controlPlanes, int workers) {
        return ClusterBootstrapSpecBuilder.builder(of(Topology.HA, controlPlanes, workers, ""))
                .network(new Network("10.244.0.0/16", "10.96.0.0/12", "", null, null, addresses))
                .build();
    }

    private static MachinePool pool(int replicas) {
        return new MachinePool(replicas, 4, 8192, 50, List.of(), Map.of("zone", "a"));
    }

    static ProviderProfile profile(Hosting hosting) {
        return new ProviderProfile(
                "rack",
                "Rack",
                hosting,
                "nocloud",
                Optional.of("ens3"),
                "/dev/vda",
                true,
                List.of(),
                40,
                Addressing.TOLD);
    }
}
