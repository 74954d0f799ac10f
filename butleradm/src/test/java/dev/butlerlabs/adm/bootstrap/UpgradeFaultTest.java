package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.rollout.UpgradeTimeouts;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An upgrade that fails stops before the next node, and its message names the node and the cause. A sample of the faults, or all with {@code
 * -Dbutler.upgrade.all=true}.
 */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class UpgradeFaultTest {
    private static final boolean ALL = Boolean.getBoolean("butler.upgrade.all");
    private static final UpgradeTimeouts TIMEOUTS =
            new UpgradeTimeouts(Duration.ofSeconds(6), Duration.ofSeconds(4), Duration.ofMillis(200));

    @TempDir
    private Path folder;

    static Stream<Arguments> faults() {
        return Stream.of(
                        Arguments.of("v1.12.7", "v1.13.9", "update:upgrade-hang@demo-cp-0", "the machine is upgrading"),
                        Arguments.of(
                                "v1.12.7",
                                "v1.13.9",
                                "update:upgrade-fallback@demo-cp-0",
                                "did not start Talos v1.13.9 and runs v1.12.7 again"),
                        Arguments.of(
                                "v1.12.7", "v1.13.9", "update:upgrade-no-boot@demo-cp-0", "the machine is unreachable"),
                        Arguments.of("v1.13.9", "v1.14.1", "update:disk-full@demo-cp-0", "no space left on device"),
                        Arguments.of("v1.12.7", "v1.13.9", "update:kubelet-hang@demo-cp-0", "kubelet not running"),
                        Arguments.of("v1.12.7", "v1.13.9", "boot:etcd-stopped@demo-cp-0", "etcd not running"))
                .filter(arguments -> ALL || arguments.get()[2].toString().matches(".*(fallback|disk-full).*"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void namesTheCause(String talos, String target, String fault, String words) throws Exception {
        try (BootstrappedCluster cluster = BootstrappedCluster.create(folder, 3, 0, talos)) {
            cluster.order(fault);
            assertStops(cluster, target, "demo-cp-0", words);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "demo-cp-2")
    void startsNothingWhileAMachineIsOff(String node) throws Exception {
        try (BootstrappedCluster cluster = BootstrappedCluster.create(folder, 3, 1, "v1.12.7")) {
            cluster.machine(node).powerOff();
            assertStops(cluster, "v1.13.9", node, "the machine is unreachable");
            assertThat(cluster.machine("demo-cp-0").version()).isEqualTo("v1.12.7");
        }
    }

    /** One node at most has another version than the others: the upgrade stops at the first problem. */
    private static void assertStops(BootstrappedCluster cluster, String target, String node, String words) {
        try (KubernetesClient client = cluster.connect()) {
            ButlerException failure = catchThrowableOfType(
                    ButlerException.class,
                    () -> cluster.upgrade(client, target, TIMEOUTS).upgradeNodes());
            assertThat(failure.getMessage()).contains(words);
            assertThat(failure.getMessage() + failure.hint()).containsAnyOf(node, "127.");
            assertThat(cluster.machine("demo-cp-1").configuration().contains("kubelet:v1.36.6"))
                    .as("the kubelet of another node was upgraded")
                    .isFalse();
        }
    }
}
