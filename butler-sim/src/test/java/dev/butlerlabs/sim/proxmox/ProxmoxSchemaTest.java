package dev.butlerlabs.sim.proxmox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compares every message between provider and simulator with the published schema of the API. */
@Timeout(120)
@Tag("slow")
class ProxmoxSchemaTest {
    /** Long enough to observe a task while it is running. */
    private static final Duration SLOW = Duration.ofSeconds(1);

    private static final Map<String, Object> IMPORT =
            Map.of("templateID", "none", "importVolume", PveInventory.IMPORT_VOLUME);

    @Test
    void everyMessageFitsThePublishedSchema() throws IOException {
        PublishedPveSchema schema = PublishedPveSchema.load();
        List<RecordedCall> calls = new ArrayList<>(record(Map.of(), false));
        calls.addAll(record(IMPORT, true));
        calls.addAll(recordImages());
        List<String> violations = calls.stream()
                .flatMap(call -> schema.violations(call).stream())
                .distinct()
                .toList();
        Set<String> operations = calls.stream()
                .map(call -> call.method() + " "
                        + call.path()
                                .replaceAll("/pve\\d", "/*")
                                .replaceAll("/(\\d+|UPID[^/]+)", "/*")
                                .replaceAll("/storage/[^/]+", "/storage/*")
                                .replaceAll("/content/.+", "/content/*"))
                .collect(Collectors.toSet());
        System.out.printf(
                "%d requests and responses of %d operations compared with the schema of Proxmox VE: %d violations%n",
                calls.size(), operations.size(), violations.size());
        assertThat(violations).isEmpty();
        assertThat(operations)
                .contains(
                        "POST /access/ticket",
                        "POST /nodes/*/qemu",
                        "POST /nodes/*/qemu/*/clone",
                        "PUT /nodes/*/qemu/*/config",
                        "PUT /nodes/*/qemu/*/resize",
                        "POST /nodes/*/qemu/*/status/start",
                        "POST /nodes/*/qemu/*/status/stop",
                        "DELETE /nodes/*/qemu/*",
                        "GET /nodes/*/tasks/*/status",
                        "GET /nodes/*/tasks/*/log",
                        "GET /nodes/*/storage/*/content",
                        "POST /nodes/*/storage/*/download-url",
                        "POST /nodes/*/storage/*/upload",
                        "DELETE /nodes/*/storage/*/content/*");
    }

    @Test
    void typesOfTheSimulatorAreThoseOfRecordedResponses() throws IOException {
        RecordedPveAnswers answers = RecordedPveAnswers.load();
        List<RecordedCall> calls = record(Map.of(), false).stream()
                .filter(call -> call.status() == 200)
                .toList();
        System.out.printf(
                "%d fields compared with recorded responses of Proxmox VE%n",
                calls.stream().mapToLong(answers::comparable).sum());
        assertThat(calls).anyMatch(call -> answers.comparable(call) > 5);
        // The schema defines the memory as a text; the recorded responses are older.
        assertThat(calls.stream()
                        .flatMap(call -> answers.differences(call).stream())
                        .distinct())
                .containsExactly("GET /nodes/*/qemu/*/config memory is STRING");
    }

    @Test
    void roleForButlerPermitsEveryCall() throws IOException {
        PublishedPveSchema schema = PublishedPveSchema.load();
        Path file = ProjectRoot.find().resolve("configs/permissions/proxmox-role.txt");
        Set<String> role = Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toSet());
        List<RecordedCall> calls = record(Map.of("pool", "butler"), false);
        assertThat(calls).isNotEmpty().allMatch(call -> schema.isPermitted(call, role));
        assertThat(calls).anyMatch(call -> !schema.isPermitted(call, Set.of()));
    }

    /** The schema does not define the privilege for deletions; the documentation of the call does. */
    @Test
    void roleForImagesPermitsEveryTransfer() throws IOException {
        PublishedPveSchema schema = PublishedPveSchema.load();
        Set<String> role = new HashSet<>(Set.of("Sys.Audit"));
        Path file = ProjectRoot.find().resolve("configs/permissions/proxmox-images-role.txt");
        Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).forEach(role::add);
        List<RecordedCall> calls = recordImages();
        assertThat(calls).isNotEmpty().allMatch(call -> schema.isPermitted(call, role));
        role.remove("Sys.AccessNetwork");
        assertThat(calls).anyMatch(call -> !schema.isPermitted(call, role));
        assertThat(calls).anyMatch(call -> call.method().equals("DELETE"));
        assertThat(role).contains("Datastore.Allocate");
    }

    @Test
    void wrongMessagesAreFound() throws IOException {
        PublishedPveSchema schema = PublishedPveSchema.load();
        assertThat(schema.violations(call("/nodes/pve1/qemu/9000/clone", Map.of("newid", "99", "nmae", "cp-0"))))
                .hasSize(2);
        assertThat(schema.violations(call("/nodes/pve1/qemu/9000/clone", Map.of("name", "cp 0"))))
                .hasSize(2);
        assertThat(schema.violations(call(
                        "/nodes/pve1/qemu", Map.of("vmid", "100", "net0", "virtio,brigde=vmbr0", "onboot", "yes"))))
                .hasSize(2);
        assertThat(schema.violations(call("/nodes/pve1/vms", Map.of()))).hasSize(1);
    }

    private static RecordedCall call(String path, Map<String, String> parameters) {
        return new RecordedCall("POST", path, parameters, 500, Optional.empty());
    }

    /** Returns the calls of an image that is downloaded, deleted, uploaded to each node and deleted. */
    private static List<RecordedCall> recordImages() {
        List<RecordedCall> calls = Collections.synchronizedList(new ArrayList<>());
        ProxmoxSimulator simulator = ProxmoxSimulator.startWith(
                SimulationOptions.standard(), application -> RecordedCall.recording(application, calls));
        ImageId id = new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", "amd64", "nocloud", "qcow2");
        byte[] content = {'Q', 'F', 'I', (byte) 0xfb, 0, 0, 0, 3};
        ImageSource upload = new ImageSource.Upload(content.length, () -> new ByteArrayInputStream(content));
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(ImageFactoryOptions.standard());
                Proxmox proxmox = new Proxmox(simulator, Map.of(), simulator.credentials());
                ConnectedInfrastructure local =
                        Proxmox.connect(simulator, Map.of("imageStorage", "local"), simulator.credentials())) {
            URI url = URI.create(
                    "%s/image/%s/%s/%s".formatted(factory.url(), id.schematic(), id.version(), id.fileName()));
            ImageOperations images = proxmox.infrastructure.images().orElseThrow();
            images.create(new BootImageSpec(id, id.usualName(), new ImageSource.Download(url)));
            TestAwait.upTo(Proxmox.LIMIT, "the image")
                    .until(() -> images.observe(id), ImageState.Ready.class::isInstance);
            images.delete(id);
            local.images().orElseThrow().create(new BootImageSpec(id, id.usualName(), upload));
            local.images().orElseThrow().delete(id);
        }
        return List.copyOf(calls);
    }

    /** Returns the calls of machines through their life, with a lost response, and of all other operations. */
    private static List<RecordedCall> record(Map<String, Object> settings, boolean password) {
        List<RecordedCall> calls = Collections.synchronizedList(new ArrayList<>());
        FaultPlan faults = new FaultPlan(1).order(FaultSpec.parse("create:lost-response"));
        ProxmoxSimulator simulator = ProxmoxSimulator.startWith(
                SimulationOptions.standard().withFaults(faults).withBootTime(SLOW),
                application -> RecordedCall.recording(application, calls));
        Map<String, Object> all = new HashMap<>(Map.of("bridge", "vmbr1", "vlan", 42, "pool", "butler"));
        all.putAll(settings);
        try (Proxmox proxmox =
                new Proxmox(simulator, all, password ? simulator.passwordCredentials() : simulator.credentials())) {
            PreflightInput plan = new PreflightInput(List.of(Proxmox.spec("cp-0")), Optional.empty());
            proxmox.infrastructure.preflight(plan).forEach(PreflightCheck::run);
            proxmox.infrastructure.version();
            // The clone is running, and only its log says which VM ID it creates.
            assertThat(catchThrowable(() -> proxmox.infrastructure.machines().create(Proxmox.spec("cp-0"))))
                    .isInstanceOf(ButlerException.class);
            assertThat(proxmox.observe("cp-0")).isInstanceOf(MachineState.Starting.class);
            proxmox.run("cp-0");
            proxmox.run(Proxmox.builder("cp-1")
                    .address(Optional.of(new MachineAddress("127.9.8.7/24", "127.9.8.1", List.of("127.9.8.2"))))
                    .build());
            simulator.stop("cp-0");
            proxmox.infrastructure.machines().create(Proxmox.spec("cp-0"));
            proxmox.await("cp-0", MachineState.Running.class);
            proxmox.infrastructure.owned().forEach(proxmox.infrastructure::remove);
            proxmox.remove("cp-0");
            proxmox.remove("cp-1");
        }
        return List.copyOf(calls);
    }
}
