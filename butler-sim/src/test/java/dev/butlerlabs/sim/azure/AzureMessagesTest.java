package dev.butlerlabs.sim.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.sim.azure.AzureMessageRecorder.Exchange;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Compares all messages of a run with the vendor's description, and the requests with the published role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class AzureMessagesTest {
    /** Paths that the description does not contain. */
    private static final List<String> NOT_DESCRIBED = List.of(
            "/oauth2/v2.0/token", "/providers/Microsoft.Authorization/permissions", "/beginGetAccess", "/endGetAccess");

    private static final Map<String, String> MODELS = Map.of(
            "virtualmachines", "VirtualMachine",
            "disks", "Disk",
            "availabilitysets", "AvailabilitySet",
            "images", "Image",
            "networkinterfaces", "NetworkInterface",
            "publicipaddresses", "PublicIPAddress",
            "loadbalancers", "LoadBalancer",
            "virtualnetworks", "VirtualNetwork",
            "subnets", "Subnet",
            "networksecuritygroups", "NetworkSecurityGroup");

    private final ObjectMapper mapper = new ObjectMapper();
    private final List<Exchange> exchanges = AzureMessageRecorder.newList();
    private AzureWorld world;

    @BeforeAll
    void play() {
        world = new AzureWorld(
                AzureSimulator.startObserved(
                        SimulationOptions.standard(), application -> new AzureMessageRecorder(application, exchanges)),
                Map.of("zones", List.of("1", "2", "3"), "publicAddress", true));
        MachineSpec first = AzureWorld.spec("alpha-cp-0");
        MachineSpec second = AzureWorld.spec("alpha-cp-1");
        LoadBalancerSpec empty = AzureWorld.balancer(AzureWorld.OWNER);
        world.azure
                .preflight(new PreflightInput(List.of(first, second), Optional.of(empty)))
                .forEach(PreflightCheck::run);
        try (var set = AzureWorld.connect(
                world.simulator,
                Map.of("availabilitySet", "set", "imageURN", "butler:talos:simulated:latest"),
                world.simulator.credentials())) {
            set.preflight(new PreflightInput(List.of(second), Optional.empty())).forEach(PreflightCheck::run);
        }
        String firstId = world.run(first).providerId();
        String secondId = world.run(second).providerId();
        world.awaitReady(empty);
        world.awaitReady(AzureWorld.balancer(AzureWorld.OWNER, firstId, "azure://" + secondId));
        world.awaitReady(AzureWorld.balancer(AzureWorld.OWNER, secondId));
        transferImage();
        world.azure.owned();
        world.removeBalancer(empty.id());
        world.remove(first.id());
        world.remove(second.id());
    }

    private void transferImage() {
        ImageId image = new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", "amd64", "azure", "vhd.gz");
        ImageOperations images = world.azure.images().orElseThrow();
        try (SimulatedImageFactory factory = SimulatedImageFactory.start(ImageFactoryOptions.standard());
                ImageFactoryClient client = new ImageFactoryClient(
                        new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty()),
                        AzureWorld.LIMIT)) {
            long length = client.prepare(image);
            images.create(new BootImageSpec(
                    image, image.usualName(), new ImageSource.Upload(length, () -> client.download(image, length))));
        }
        images.delete(image);
    }

    @AfterAll
    void close() {
        world.close();
    }

    @Test
    void everyMessageIsAsDescribed() throws IOException {
        AzureOracle compute = AzureOracle.load("compute");
        AzureOracle network = AzureOracle.load("network");
        List<String> violations = new ArrayList<>();
        int messages = 0;
        for (Exchange exchange : exchanges) {
            String path = exchange.request().path();
            if (NOT_DESCRIBED.stream().noneMatch(path::endsWith)
                    && !path.contains("/locations/westeurope/DiskOperations/")) {
                AzureOracle oracle = path.toLowerCase(Locale.ROOT).contains("/microsoft.network/") ? network : compute;
                violations.addAll(violations(oracle, exchange));
                messages += 2;
            }
        }
        System.out.printf(
                "%d messages of Azure compared with their description, %d violations%n", messages, violations.size());
        assertThat(violations).isEmpty();
        assertThat(messages).isGreaterThan(100);
    }

    private List<String> violations(AzureOracle oracle, Exchange exchange) throws IOException {
        List<String> violations = new ArrayList<>();
        String path = exchange.request().path();
        String call = exchange.request().method() + " " + path;
        Optional<String> api = oracle.apiVersion(exchange.request().method(), path);
        String query = exchange.request().uri().getQuery();
        if (api.isEmpty()) {
            violations.add(call + " is not an operation");
        } else if (!query.contains("api-version=" + api.get())) {
            violations.add(call + " has another API version than " + api.get() + ": " + query);
        }
        if (exchange.request().body().length > 0) {
            JsonNode body = mapper.readTree(exchange.request().body());
            model(path).ifPresent(model -> add(violations, call + " request ", oracle.violations(model, body, true)));
        }
        if (exchange.response().body().length > 0) {
            JsonNode body = mapper.readTree(exchange.response().body());
            add(
                    violations,
                    call + " response ",
                    response(oracle, path, exchange.response().status(), body));
        }
        return violations;
    }

    private static List<String> response(AzureOracle oracle, String path, int status, JsonNode body) {
        if (status >= 400) {
            return body.at("/error/code").isTextual()
                            && body.at("/error/message").isTextual()
                    ? List.of()
                    : List.of("is not an error: " + body);
        }
        Optional<String> model = path.endsWith("/usages")
                ? Optional.of("Usage")
                : path.endsWith("/skus") ? Optional.of("ResourceSku") : model(path);
        Stream<JsonNode> documents = body.has("value") ? body.path("value").valueStream() : Stream.of(body);
        return documents
                .flatMap(document -> model.stream().flatMap(name -> oracle.violations(name, document, false).stream()))
                .toList();
    }

    private static void add(List<String> violations, String prefix, List<String> found) {
        found.forEach(text -> violations.add(prefix + text));
    }

    /** Returns the model of a resource or of the items of a list. */
    private static Optional<String> model(String path) {
        String[] segments = path.toLowerCase(Locale.ROOT).split("/", -1);
        return Optional.ofNullable(MODELS.get(segments[segments.length - 1]))
                .or(() -> Optional.ofNullable(MODELS.get(segments[segments.length - 2])));
    }

    /** The role contains every action of the run; the others are those of links between resources and of images by ID. */
    @Test
    void everyRequestIsPermittedByThePublishedRole() throws IOException {
        TreeSet<String> permitted = new TreeSet<>();
        mapper.readTree(ProjectRoot.find()
                        .resolve("configs/permissions/azure-role.json")
                        .toFile())
                .path("Actions")
                .forEach(action -> permitted.add(action.asText().toLowerCase(Locale.ROOT)));
        TreeSet<String> used = new TreeSet<>();
        for (Exchange exchange : exchanges) {
            ArmTarget.of(exchange.request())
                    .ifPresent(
                            target -> used.add(action(target, exchange.request().method())));
        }
        assertThat(permitted).containsAll(used);
        permitted.removeAll(used);
        permitted.removeIf(action -> action.endsWith("/join/action"));
        assertThat(permitted)
                .containsExactly(
                        "microsoft.compute/galleries/images/versions/read",
                        "microsoft.network/networkinterfaces/delete");
    }

    private static String action(ArmTarget target, String method) {
        return target.type()
                + switch (method) {
                    case "POST" -> "/action";
                    case "PUT" -> "/write";
                    case "DELETE" -> "/delete";
                    default -> "/read";
                };
    }
}
