package dev.butlerlabs.core.bootstrap.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigPatch;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Network;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.NodeAddresses;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Operation;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Talos;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderProfileBuilder;
import dev.butlerlabs.core.talos.config.ConfigurationValidator;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.config.RunMode;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.talos.testing.TalosReference;
import dev.butlerlabs.core.version.VersionContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a machine with an address of its own is configured with. */
@Tag("process")
class NodeConfigurationPlannerTest {
    private static final NodeAddresses ADDRESSES =
            new NodeAddresses("192.0.2.20", "192.0.2.29", "192.0.2.0/24", "192.0.2.1", List.of("192.0.2.2"));
    private static final String MTU = "[{\"deviceSelector\": {\"physical\": true}, \"dhcp\": true, \"mtu\": 9000}]";

    private static final SecretsBundle SECRETS = secrets();

    /** With an elliptic curve key for service accounts, since generating an RSA key takes seconds. */
    private static SecretsBundle secrets() {
        SecretsGenerator generator = new SecretsGenerator(new SecureRandom(), Clock.systemUTC());
        VersionContract contract = VersionContract.parse("v1.13");
        return generator.generate(
                contract, generator.generate(contract, "").etcd().key());
    }

    @TempDir
    private Path folder;

    @Test
    void theCardKeepsWhatElseIsSaidOfIt() {
        List<?> cards = cards(configuration(Addressing.TOLD, "v1.12.1", 1));
        assertThat(cards)
                .isEqualTo(List.of(Map.of(
                        "deviceSelector", Map.of("physical", true),
                        "dhcp", false,
                        "mtu", 9000,
                        "addresses", List.of("192.0.2.21/24"),
                        "routes", List.of(Map.of("network", "0.0.0.0/0", "gateway", "192.0.2.1")))));
    }

    /** Talos gives a control plane the virtual address as the address of its node and of its etcd member otherwise. */
    @Test
    void controlPlanesDoNotUseTheVirtualAddressAsTheirOwn() {
        List<String> subnets = List.of("0.0.0.0/0", "!192.0.2.10/32");
        Map<?, ?> controlPlane = main(configuration(Addressing.TOLD, "v1.12.1", 0));
        Map<?, ?> kubelet = (Map<?, ?>) ((Map<?, ?>) controlPlane.get("machine")).get("kubelet");
        Map<?, ?> etcd = (Map<?, ?>) ((Map<?, ?>) controlPlane.get("cluster")).get("etcd");
        assertThat(kubelet.get("nodeIP")).isEqualTo(Map.of("validSubnets", subnets));
        assertThat(etcd.get("advertisedSubnets")).isEqualTo(subnets);
        assertThat(configuration(Addressing.TOLD, "v1.12.1", 3)).doesNotContain("validSubnets", "advertisedSubnets");
    }

    /** A passthrough load balancer does not replace its address in packets, and must not become the address of a node. */
    @ParameterizedTest
    @ValueSource(strings = {"v1.9.5", "v1.12.1", "v1.13.0"})
    void controlPlanesAcceptTheAddressOfAPassthroughLoadBalancer(String version) {
        String text = balanced(true, version, "203.0.113.9", 0);
        assertThat(cards(text))
                .anyMatch(card -> card.equals(Map.of("interface", "lo", "addresses", List.of("203.0.113.9/32"))));
        assertThat(text).contains("!203.0.113.9/32");
        MachineConfiguration parsed = MachineConfiguration.parse("configuration", text, Optional.empty());
        assertThat(ConfigurationValidator.validate(parsed, RunMode.CLOUD, Optional.empty())
                        .problems())
                .isEmpty();
        assertThat(balanced(true, version, "203.0.113.9", 3)).doesNotContain("203.0.113.9/32");
        assertThat(balanced(false, version, "203.0.113.9", 0)).doesNotContain("203.0.113.9/32");
        assertThat(balanced(true, version, "lb.example.com", 0)).doesNotContain("interface: lo");
    }

    private static String balanced(boolean passthrough, String version, String endpoint, int machine) {
        ClusterBootstrapSpec spec = ClusterBootstrapSpecBuilder.builder(Specs.of(Topology.HA, 3, 1, ""))
                .talos(new Talos(
                        version,
                        "",
                        "/dev/sda",
                        List.of(new ConfigPatch(Operation.ADD, "/machine/network/interfaces", MTU)),
                        null))
                .build();
        ProviderProfile profile = ProviderProfileBuilder.builder(Specs.profile(Hosting.CLOUD))
                .addressing(Addressing.REFUSED)
                .passthroughLoadBalancer(passthrough)
                .build();
        ManagementClusterPlan plan = ManagementClusterPlan.of(spec, profile);
        return new NodeConfigurationPlanner(plan, SECRETS, endpoint, 6443, List.of())
                .of(plan.machines().get(machine));
    }

    @Test
    void whereTheInfrastructureAnswersTheMachineGoesOnAsking() {
        String text = configuration(Addressing.BOUND, "v1.12.1", 0);
        assertThat(text).doesNotContain("192.0.2.20/24").contains("dhcp: true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.9.5", "v1.11.3", "v1.12.1", "v1.13.0"})
    void fitsEveryRelease(String version) {
        for (int machine : List.of(0, 3)) {
            String text = configuration(Addressing.TOLD, version, machine);
            MachineConfiguration parsed = MachineConfiguration.parse("configuration", text, Optional.empty());
            assertThat(ConfigurationValidator.validate(parsed, RunMode.CLOUD, Optional.empty())
                            .problems())
                    .isEmpty();
            assertThat(text).contains("192.0.2.2");
        }
    }

    /** A second opinion: that of Talos's own library. */
    @ParameterizedTest
    @ValueSource(strings = {"v1.9.5", "v1.11.3", "v1.12.1", "v1.13.0"})
    void isTakenByTalos(String version) throws IOException {
        TalosReference talos = TalosReference.find();
        for (int machine : List.of(0, 3)) {
            Path file = Files.writeString(
                    folder.resolve("machine-%d.yaml".formatted(machine)),
                    configuration(Addressing.TOLD, version, machine));
            TalosReference.Answer answer = talos.ask("validate", "metal", file.toString());
            assertThat(answer.exitCode()).as(answer.err()).isZero();
        }
    }

    private static Map<String, Object> main(String text) {
        return MachineConfiguration.parse("configuration", text, Optional.empty())
                .documents()
                .getFirst();
    }

    private static List<?> cards(String text) {
        Map<?, ?> machine = (Map<?, ?>) main(text).get("machine");
        return (List<?>) ((Map<?, ?>) machine.get("network")).get("interfaces");
    }

    /** Three control planes and a worker, with larger packets. */
    private static String configuration(Addressing addressing, String version, int machine) {
        ClusterBootstrapSpec spec = ClusterBootstrapSpecBuilder.builder(Specs.at(ADDRESSES, 3, 1))
                .network(new Network("10.244.0.0/16", "10.96.0.0/12", "192.0.2.10", null, null, ADDRESSES))
                .talos(new Talos(
                        version,
                        "",
                        "/dev/vda",
                        List.of(new ConfigPatch(Operation.ADD, "/machine/network/interfaces", MTU)),
                        null))
                .build();
        ProviderProfile profile = ProviderProfileBuilder.builder(Specs.profile(Hosting.ON_PREMISES))
                .addressing(addressing)
                .build();
        ManagementClusterPlan plan = ManagementClusterPlan.of(spec, profile);
        return new NodeConfigurationPlanner(plan, SECRETS, "192.0.2.20", 6443, List.of("192.0.2.20"))
                .of(plan.machines().get(machine));
    }
}
