package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.retry.CallRetryPolicy;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** Simulated machines that have taken the configuration of a cluster. */
abstract class ConfiguredNodes {
    static final SampleCluster CLUSTER = SampleCluster.FIRST;
    static final CallRetryPolicy ARRIVAL = quick(TalosRetryPolicy.ARRIVAL);
    static final CallRetryPolicy BOOTSTRAP = quick(TalosRetryPolicy.BOOTSTRAP);
    static final CallRetryPolicy REBOOT = quick(TalosRetryPolicy.REBOOT);

    final SimulatedTalos network = new SimulatedTalos();
    final List<String> heard = new ArrayList<>();
    final NodeOperations operations = new NodeOperations(MachineWaiter.real(heard::add));

    @AfterEach
    void switchOff() {
        network.close();
    }

    /** A connection that breaks off before its reason is heard says nothing; the next one does. */
    Optional<Boolean> maintenance(TalosClient client) {
        return Stream.generate(() -> operations.isInMaintenance(client))
                .limit(5)
                .flatMap(Optional::stream)
                .findFirst();
    }

    TalosClient configured(SimulatedNode node) {
        try (TalosClient maintenance = SampleCluster.maintenance(node)) {
            operations.deliver(maintenance, CLUSTER.controlPlane(node), TalosRetryPolicy.DELIVERY);
        }
        TalosClient client = CLUSTER.secured(node);
        operations.awaitArrival(client, ARRIVAL);
        return client;
    }

    TalosClient bootstrapped(SimulatedNode node) {
        TalosClient client = configured(node);
        operations.bootstrap(client, EtcdBootstrapSource.FRESH, BOOTSTRAP);
        operations.awaitReady(client, ARRIVAL);
        return client;
    }

    static SimulatedNodeOptions at(String hostname, String address) {
        return SimulatedNodeOptions.of(hostname, "v1.13.9").at(new InetSocketAddress(address, 0));
    }

    static CallRetryPolicy quick(CallRetryPolicy rule) {
        return rule.within(Duration.ofMinutes(2)).withPause(Duration.ofMillis(20));
    }
}
