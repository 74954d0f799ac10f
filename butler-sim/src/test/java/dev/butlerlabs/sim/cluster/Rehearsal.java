package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.EtcdBootstrapSource;
import dev.butlerlabs.core.talos.client.MachineWaiter;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.NodeOperations;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosCredentials;
import dev.butlerlabs.core.talos.client.TalosRetryPolicy;
import dev.butlerlabs.core.talos.config.Cni;
import dev.butlerlabs.core.talos.config.ConfigurationGenerator;
import dev.butlerlabs.core.talos.config.Installation;
import dev.butlerlabs.core.talos.config.MachineClusterOptions;
import dev.butlerlabs.core.talos.config.MachineClusterOptionsBuilder;
import dev.butlerlabs.core.talos.config.MachineNodeOptions;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.version.VersionContract;
import dev.butlerlabs.sim.infrastructure.MachineHost;
import dev.butlerlabs.sim.talos.SampleCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster that a test brings up on simulated machines, with the clients of the core. */
final class Rehearsal {
    private final TalosHost hosts;
    private final SecretsBundle secrets;
    private final MachineClusterOptions options;
    private final Map<String, MachineHost.Inside> machines = new LinkedHashMap<>();
    private final NodeOperations operations = new NodeOperations(MachineWaiter.real(sentence -> {}));

    Rehearsal(TalosHost hosts, String name, String version, String endpoint) {
        this(
                hosts,
                name,
                MachineClusterOptionsBuilder.builder()
                        .installation(new Installation(Optional.of("/dev/vda"), Optional.empty(), List.of()))
                        .clusterName(name)
                        .endpoint(endpoint)
                        .contract(VersionContract.parse(version))
                        .cni(new Cni.None())
                        .kubeProxy(false)
                        .build());
    }

    Rehearsal(TalosHost hosts, String name, MachineClusterOptions options) {
        this.hosts = hosts;
        this.options = options;
        SecretsBundle sample = SampleCluster.FIRST.secrets();
        this.secrets = name.equals("one") ? sample : other(sample);
    }

    /** Another cluster with another authority of Kubernetes; fresh secrets would take seconds. */
    private static SecretsBundle other(SecretsBundle one) {
        return new SecretsBundle(
                one.clusterSecret(),
                one.clusterSecret(),
                "other1.0123456789abcdef",
                one.encryption(),
                "other2.0123456789abcdef",
                /* etcd= */ one.kubernetes(),
                /* kubernetes= */ one.etcd(),
                one.aggregator(),
                one.serviceAccountKey(),
                one.os());
    }

    /** Switches a machine on; with user data it needs no further hand. */
    String boot(String machine, Optional<String> userData) {
        MachineHost.Inside inside = hosts.boot(new MachineHost.Boot(
                "id-" + options.clusterName() + "-" + machine, machine, "02:00:00:00:00:01", userData));
        machines.put(machine, inside);
        return inside.address();
    }

    void stop(String machine) {
        machines.get(machine).close();
    }

    void remove(String machine) {
        stop(machine);
        hosts.forget("id-" + options.clusterName() + "-" + machine);
    }

    String configuration(String machine) {
        MachineType type = machine.startsWith("cp") ? MachineType.CONTROL_PLANE : MachineType.WORKER;
        return new ConfigurationGenerator(options, secrets)
                .generate(type, MachineNodeOptions.NONE.withHostname(machine))
                .yaml();
    }

    /** Boots a machine into maintenance and hands it its configuration. */
    String bring(String machine) {
        String address = boot(machine, Optional.empty());
        try (TalosClient client = TalosClient.maintenance(new NodeAddress(address, 50_000), Optional.empty())) {
            operations.deliver(client, configuration(machine), quick(TalosRetryPolicy.DELIVERY));
        }
        return address;
    }

    TalosClient talos(String address) {
        return TalosClient.secured(new NodeAddress(address, 50_000), credentials(), Clock.systemUTC());
    }

    private TalosCredentials credentials() {
        String talosconfig = YamlWriter.write(new ClientFilesGenerator(new SecureRandom(), Clock.systemUTC())
                .talosconfig(secrets, options.clusterName(), List.of(), List.of()));
        return ClientConfiguration.parse("talosconfig", talosconfig)
                .context(Optional.empty())
                .credentials();
    }

    void bootstrap(String address) {
        try (TalosClient client = talos(address)) {
            operations.awaitArrival(client, quick(TalosRetryPolicy.ARRIVAL));
            operations.bootstrap(client, EtcdBootstrapSource.FRESH, quick(TalosRetryPolicy.BOOTSTRAP));
        }
    }

    void awaitArrival(String address) {
        try (TalosClient client = talos(address)) {
            operations.awaitArrival(client, quick(TalosRetryPolicy.ARRIVAL));
        }
    }

    void awaitReady(String address) {
        try (TalosClient client = talos(address)) {
            operations.awaitReady(client, quick(TalosRetryPolicy.ARRIVAL));
        }
    }

    /** As an administrator with a certificate made from the secrets alone. */
    KubernetesClient kubernetes(String host) {
        return connect(YamlWriter.write(new ClientFilesGenerator(new SecureRandom(), Clock.systemUTC())
                .kubeconfig(secrets, options.clusterName(), "https://" + host + ":6443")));
    }

    static KubernetesClient connect(String kubeconfig) {
        return new KubeConnector("test", Duration.ofSeconds(10), Duration.ofSeconds(30))
                .connect(Kubeconfig.parse(kubeconfig, "test"));
    }

    static CallRetryPolicy quick(CallRetryPolicy rule) {
        return rule.within(Duration.ofMinutes(2)).withPause(Duration.ofMillis(20));
    }
}
