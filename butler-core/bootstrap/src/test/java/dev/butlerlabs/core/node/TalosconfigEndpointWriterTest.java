package dev.butlerlabs.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.bootstrap.step.JoinedMachines;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.NodeAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class TalosconfigEndpointWriterTest {
    @TempDir
    private Path directory;

    private static TalosconfigEndpointWriter writer(Path file) {
        return new TalosconfigEndpointWriter(
                file, MachineAccessSelector.overNetwork(BootstrapOptions.standard()), NodeAddress.DEFAULT_PORT);
    }

    @Test
    void writesTheAddressesOfTheControlPlanesOnce() throws IOException {
        try (NodeWorld world = new NodeWorld(3, 1)) {
            Path file = Files.writeString(directory.resolve("talosconfig"), JoinedMachines.talosconfig());
            world.addition().run(MachineRole.CONTROL_PLANE, 2, false);

            assertThat(writer(file).update(JoinedMachines.talosconfig(), world.requests()))
                    .isTrue();

            ClientConfiguration.Context context =
                    ClientConfiguration.parse("test", Files.readString(file)).context(Optional.empty());
            assertThat(context.endpoints()).hasSize(5).isEqualTo(context.nodes());
            assertThat(writer(file).update(JoinedMachines.talosconfig(), world.requests()))
                    .isFalse();
        }
    }

    @Test
    void leavesTheTalosconfigOfAnotherClusterUnchanged() throws IOException {
        try (NodeWorld world = new NodeWorld(1, 1)) {
            Path file = Files.writeString(directory.resolve("talosconfig"), "context: a\ncontexts: {a: {ca: YQ==}}\n");

            assertThat(writer(file).update(JoinedMachines.talosconfig(), world.requests()))
                    .isFalse();
            assertThat(writer(directory.resolve("absent")).update(JoinedMachines.talosconfig(), world.requests()))
                    .isFalse();
            assertThat(Files.readString(file)).endsWith("{a: {ca: YQ==}}\n");
        }
    }
}
