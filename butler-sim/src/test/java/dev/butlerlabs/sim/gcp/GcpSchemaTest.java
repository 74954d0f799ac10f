package dev.butlerlabs.sim.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import dev.butlerlabs.core.provider.gcp.GcpProvider;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All messages between provider and simulator agree with the published descriptions of Compute Engine and Cloud Storage. */
@Tag("slow")
class GcpSchemaTest {
    private static final LoadBalancerId BALANCER = new LoadBalancerId("demo", GcpProject.OWNER);

    /** Permissions of methods whose permission is not named like the method, as documented for each method. */
    private static final Map<String, Set<String>> PERMISSIONS = Map.ofEntries(
            Map.entry(
                    "instances.insert",
                    Set.of(
                            "compute.instances.create",
                            "compute.instances.setLabels",
                            "compute.instances.setMetadata",
                            "compute.instances.setTags",
                            "compute.disks.create",
                            "compute.disks.setLabels",
                            "compute.images.useReadOnly",
                            "compute.subnetworks.use",
                            "compute.subnetworks.useExternalIp")),
            Map.entry("instances.aggregatedList", Set.of("compute.instances.list")),
            Map.entry("disks.aggregatedList", Set.of("compute.disks.list")),
            Map.entry("addresses.insert", Set.of("compute.addresses.create", "compute.addresses.createInternal")),
            Map.entry("addresses.delete", Set.of("compute.addresses.delete", "compute.addresses.deleteInternal")),
            Map.entry("firewalls.insert", Set.of("compute.firewalls.create", "compute.networks.updatePolicy")),
            Map.entry(
                    "forwardingRules.insert",
                    Set.of(
                            "compute.forwardingRules.create",
                            "compute.addresses.use",
                            "compute.addresses.useInternal",
                            "compute.regionBackendServices.use",
                            "compute.networks.use")),
            Map.entry("instanceGroups.insert", Set.of("compute.instanceGroups.create")),
            Map.entry("instanceGroups.addInstances", Set.of("compute.instanceGroups.update", "compute.instances.use")),
            Map.entry("instanceGroups.removeInstances", Set.of("compute.instanceGroups.update")),
            Map.entry("instanceGroups.listInstances", Set.of("compute.instanceGroups.list")),
            Map.entry("regionBackendServices.getHealth", Set.of("compute.regionBackendServices.get")),
            Map.entry(
                    "regionBackendServices.insert",
                    Set.of("compute.regionBackendServices.create", "compute.regionHealthChecks.useReadOnly")),
            Map.entry(
                    "regionBackendServices.patch",
                    Set.of("compute.regionBackendServices.update", "compute.instanceGroups.use")),
            Map.entry("regionHealthChecks.insert", Set.of("compute.regionHealthChecks.create")),
            Map.entry("images.insert", Set.of("compute.images.create", "compute.images.setLabels")),
            Map.entry("buckets.insert", Set.of("storage.buckets.create")),
            Map.entry("buckets.list", Set.of("storage.buckets.list")),
            Map.entry("objects.get", Set.of("storage.objects.get")),
            Map.entry("objects.delete", Set.of("storage.objects.delete")),
            Map.entry("objects.insert", Set.of("storage.objects.create")));

    private final RecordingApplication[] recording = new RecordingApplication[1];

    @Test
    void everyMessageAgreesWithTheDescription() throws IOException {
        DiscoveryDocument compute = DiscoveryDocument.read();
        DiscoveryDocument storage = DiscoveryDocument.read("storage");
        List<RecordingApplication.Exchange> exchanges = recorded();
        List<String> violations = new ArrayList<>();
        Set<String> methods = new TreeSet<>();
        for (RecordingApplication.Exchange exchange : exchanges) {
            DiscoveryDocument description = exchange.request().path().startsWith("/compute/") ? compute : storage;
            if (GcpStorageRoutes.isContent(exchange.request())) {
                violations.addAll(exchange.response().status() == 200 ? storage.objectViolations(exchange) : List.of());
            } else {
                violations.addAll(description.violations(exchange));
                description.method(exchange).ifPresent(methods::add);
            }
        }
        System.out.printf(
                "%d requests and responses of %d methods compared with the discovery document, %d violations%n",
                exchanges.size(), methods.size(), violations.size());
        assertThat(violations.stream().distinct()).isEmpty();
        assertThat(methods).hasSizeGreaterThan(40);
        assertThat(permissions(methods)).containsExactlyInAnyOrderElementsOf(role());
    }

    /** Returns the permissions of the calls that were made. */
    private static Set<String> permissions(Set<String> methods) {
        return methods.stream()
                .flatMap(method -> PERMISSIONS.getOrDefault(method, Set.of("compute." + method)).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> role() throws IOException {
        return Files.readAllLines(ProjectRoot.find().resolve("configs/permissions/gcp-role.yaml")).stream()
                .filter(line -> line.startsWith("  - "))
                .map(line -> line.substring("  - ".length()))
                .toList();
    }

    @Test
    void theJudgeFindsWhatIsWrong() throws IOException {
        DiscoveryDocument description = DiscoveryDocument.read();
        HttpApiResponse answer = HttpApiResponse.json(200, "{\"status\": \"FINISHED\", \"progress\": \"1\", \"x\": 1}");
        HttpApiRequest request = new HttpApiRequest(
                "POST",
                URI.create("/compute/v1/projects/demo-project/zones/europe-west3-a/instances?reqId=1"),
                Map.of(),
                "{\"nam\": \"a\", \"id\": \"1\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(description.violations(new RecordingApplication.Exchange(request, answer)))
                .hasSize(6)
                .anyMatch(text -> text.contains("reqId"))
                .anyMatch(text -> text.contains("request.nam does not exist"))
                .anyMatch(text -> text.contains("FINISHED"));
    }

    /** Creates and deletes machines and a load balancer, slowly and with late failures, and runs preflight checks. */
    private List<RecordingApplication.Exchange> recorded() {
        SimulationOptions slow = SimulationOptions.standard().withBootTime(Duration.ofMillis(400));
        GcpSimulator simulator = GcpSimulator.start(slow, application -> {
            recording[0] = new RecordingApplication(application);
            return recording[0];
        });
        try (GcpProject project = new GcpProject(simulator, Map.of("imageFamily", "talos"))) {
            simulator
                    .faults()
                    .order(new FaultSpec(
                            Optional.of(SimulatedOperation.CREATE), FaultKind.QUOTA, Optional.of("demo-cp-1"), 1));
            simulator.fill("europe-west3-c", true);
            simulator.plantForeign("taken-0");
            List<MachineSpec> machines = Stream.of("demo-cp-0", "demo-cp-1", "demo-cp-2")
                    .map(GcpProject::spec)
                    .toList();
            project.infrastructure
                    .preflight(new PreflightInput(machines, Optional.of(balancer(Set.of()))))
                    .forEach(PreflightCheck::run);
            try (var family = project.connect(Map.of("image", "", "imageFamily", "talos"), simulator.credentials())) {
                family.preflight(new PreflightInput(machines, Optional.empty())).forEach(PreflightCheck::run);
            }
            Set<String> targets = machines.stream()
                    .map(spec -> insist(project, spec).providerId())
                    .collect(Collectors.toSet());
            ensure(project, targets);
            ensure(project, Set.of(targets.iterator().next()));
            transfer(project);
            discover(simulator);
            project.infrastructure.owned().forEach(project.infrastructure::remove);
            project.removeBalancer(BALANCER);
            machines.forEach(spec -> project.remove(spec.id()));
            assertThat(project.infrastructure.owned()).isEmpty();
            assertThat(simulator.leftovers()).isEmpty();
        }
        return recording[0].exchanges().stream()
                .filter(exchange -> exchange.request().path().startsWith("/compute/")
                        || GcpStorageRoutes.isStorage(exchange.request()))
                .toList();
    }

    /** Lists what {@code init} proposes, and looks for a machine type that lists do not contain. */
    private static void discover(GcpSimulator simulator) {
        ConfigSection answers = GcpMachineTypeListTest.section(simulator, Map.of());
        SettingsDiscovery discovery = new GcpProvider().discovery().orElseThrow();
        try (DiscoveryConnection connection = discovery.connect(answers)) {
            connection.verify();
            discovery.questions().forEach(question -> connection.choices(question.key(), answers));
            connection.find("machineType", "n2-custom-2-4096", answers);
        }
    }

    /** Uploads an image and deletes it. */
    private static void transfer(GcpProject project) {
        ImageId image = new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", "amd64", "gcp", "raw.tar.gz");
        ImageOperations images = project.infrastructure.images().orElseThrow();
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(ImageFactoryOptions.standard());
                ImageFactoryClient client = new ImageFactoryClient(
                        new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty()),
                        GcpProject.LIMIT)) {
            long length = client.prepare(image);
            images.create(new BootImageSpec(
                    image, image.usualName(), new ImageSource.Upload(length, () -> client.download(image, length))));
        }
        TestAwait.upTo(GcpProject.LIMIT, "the image deleted").until(() -> {
            images.delete(image);
            return images.observe(image) instanceof ImageState.Absent;
        });
    }

    private static MachineState.Running insist(GcpProject project, MachineSpec spec) {
        return (MachineState.Running) TestAwait.upTo(GcpProject.LIMIT, spec.id().name())
                .ignoreExceptions()
                .until(() -> project.step(spec), MachineState.Running.class::isInstance);
    }

    private static LoadBalancerSpec balancer(Set<String> targets) {
        return new LoadBalancerSpec(BALANCER, 7446, 7446, targets);
    }

    private static void ensure(GcpProject project, Set<String> targets) {
        TestAwait.upTo(GcpProject.LIMIT, "the targets registered")
                .until(
                        () -> project.balancers().ensure(balancer(targets)),
                        state -> state instanceof LoadBalancerState.Ready ready
                                && ready.registeredTargets() == targets.size());
    }
}
