package dev.butlerlabs.sim.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's client on the simulated cluster. */
@Tag("process")
class KubectlTest {
    @TempDir
    private Path folder;

    private Harvester harvester;
    private KubectlProgram kubectl;

    @BeforeEach
    void start() {
        Optional<Path> program = KubectlProgram.find();
        Assumptions.assumeTrue(
                program.isPresent(), "no kubectl here: scripts/testbench prepares one where Go is present");
        harvester = Harvester.start();
        Path kubeconfig = folder.resolve("kubeconfig");
        AtomicFile.write(kubeconfig, harvester.simulator.credentials().get("kubeconfig"));
        kubectl = new KubectlProgram(program.get(), kubeconfig);
    }

    @AfterEach
    void stop() {
        if (harvester != null) {
            harvester.close();
        }
    }

    @Test
    void kubectlSeesTheMachinesThatButlerMakes() {
        harvester.machines().create(Harvester.spec("alpha-cp-0"));
        String address = harvester.running("alpha-cp-0").addresses().getFirst();

        TestAwait.upTo(Harvester.LIMIT, "alpha-cp-0 running")
                .until(() -> kubectl.run("get", "vm"), text -> text.matches("(?s).*alpha-cp-0 .* Running +true.*"));
        assertThat(kubectl.run("get", "vmi", "alpha-cp-0")).contains("Running", address);
        assertThat(kubectl.run("get", "pvc", "alpha-cp-0-rootdisk")).contains("Bound", "40Gi", "RWX", "longhorn-talos");
        assertThat(kubectl.run("get", "vmimage,net-attach-def")).contains("talos-nocloud", "machines");
    }

    @Test
    void whatKubectlMakesRunsAndAWatchTellsOfIt() throws IOException {
        Path watched = folder.resolve("watched.txt");
        Process watch = kubectl.start(watched, "get", "vmi", "-w", "--no-headers");
        try {
            Path manifest = Files.writeString(folder.resolve("machine.yaml"), """
                    apiVersion: kubevirt.io/v1
                    kind: VirtualMachine
                    metadata: {name: by-hand}
                    spec:
                      runStrategy: Always
                      template:
                        spec:
                          domain: {devices: {}}
                          volumes:
                          - name: system
                            containerDisk: {image: example/system:1}
                    """);
            kubectl.run("apply", "-f", manifest.toString());
            TestAwait.upTo(Harvester.LIMIT, "by-hand running")
                    .until(() -> text(watched), text -> text.matches("(?s).*by-hand .* Running +127\\..*"));
            kubectl.run("delete", "vm", "by-hand", "--wait=true");
            assertThat(kubectl.run("get", "vm,vmi", "--ignore-not-found")).doesNotContain("by-hand");
        } finally {
            watch.destroyForcibly();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
