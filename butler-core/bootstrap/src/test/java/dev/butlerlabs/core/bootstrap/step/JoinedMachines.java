package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.talos.client.EtcdMember;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** The steps by which machines join a cluster, with machines in memory, for tests of other packages. */
public final class JoinedMachines {
    private final FakeTalosNodes nodes;

    public JoinedMachines(EffectLog effects) {
        this.nodes = new FakeTalosNodes(effects);
    }

    public NodeJoinSteps steps(KubernetesClient client, ProviderRegistry providers, Clock clock) {
        return new NodeJoinSteps(
                client,
                providers,
                BootstrapOptions.standard().withClock(clock),
                new MachineAccessSelector(50_000, address -> Optional.empty()),
                nodes);
    }

    /** A machine runs at an address with its configuration. */
    public void run(String address, String name) {
        nodes.node(address).running(name);
    }

    /** Sets what every machine reports as members of etcd. */
    public void etcd(List<String> addresses, List<EtcdMember> members) {
        addresses.forEach(address -> nodes.node(address).etcdMembers = members);
    }

    public static String secrets() {
        return BootstrapStepWorld.SECRETS.yaml();
    }

    public static String talosconfig() {
        return BootstrapStepWorld.TALOSCONFIG;
    }
}
