package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.infrastructure.UserData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a machine makes of the user data it boots with. */
@Timeout(300)
@Tag("slow")
class UserDataTest {
    private static final String VERSION = "v1.13.9";

    private final SimulatedTalos network = new SimulatedTalos();

    @AfterEach
    void switchOff() {
        network.close();
    }

    private SimulatedNode boot(String userData) {
        return network.start(SimulatedNodeOptions.of("cp-1", VERSION), Optional.of(userData));
    }

    @Test
    void isConfiguredFromItsFirstMomentOn() {
        SimulatedNode node = boot(configuration(MachineType.CONTROL_PLANE));
        try (TalosClient client = SampleCluster.FIRST.secured(node)) {
            // The machine is not reachable while it reboots after the installation.
            MachineStage stage = TestAwait.upTo(Duration.ofMinutes(1), "status")
                    .ignoreExceptions()
                    .until(() -> client.status().stage(), Objects::nonNull);
            assertThat(stage).isIn(MachineStage.INSTALLING, MachineStage.REBOOTING, MachineStage.BOOTING);
        }
        assertThat(node.faults().calls("ApplyConfiguration")).isZero();
    }

    private static String configuration(MachineType type) {
        return SampleCluster.FIRST.configuration(type, VERSION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#cloud-config\n", "machine: [", "machine: {type: worker, ca: {key: aGk=}}"})
    void waitsInMaintenanceWhenItCannotUseWhatItFinds(String userData) {
        SimulatedNode node = boot(userData);
        try (TalosClient client = SampleCluster.maintenance(node)) {
            assertThat(client.status().stage()).isEqualTo(MachineStage.MAINTENANCE);
        }
        assertThat(node.configuration()).isEmpty();
    }

    @Test
    void findsItsUserDataAgainAfterAReset() throws InterruptedException {
        SimulatedNode node = boot(configuration(MachineType.CONTROL_PLANE));
        AtomicBoolean wiped = new AtomicBoolean();
        CountDownLatch found = new CountDownLatch(1);
        network.watch(() -> {
            if (node.configuration().isEmpty()) {
                wiped.set(true);
            } else if (wiped.get()) {
                found.countDown();
            }
        });
        node.reset(new ResetRequestReader(
                Machine.ResetRequest.newBuilder().setReboot(true).build()));
        assertThat(found.await(4, TimeUnit.MINUTES)).isTrue();
        assertThat(node.configuration()).isEqualTo(configuration(MachineType.CONTROL_PLANE));
    }

    @Test
    void readsPackedTextAndPlainText() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
            stream.write("machine: {}".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(UserData.text(packed.toByteArray())).isEqualTo("machine: {}");
        assertThat(UserData.text("machine: {}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("machine: {}");
        assertThat(UserData.text(new byte[] {0x1f, (byte) 0x8b, 0})).hasSize(3);
    }
}
