package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.testing.LongSuite;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The two roads by which machines get their configuration, on every infrastructure that has both. */
@Tag("slow")
@EnabledIfSystemProperty(
        named = "butler.long",
        matches = "true",
        disabledReason = "takes minutes; see scripts/test --long")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@ExtendWith(QuietRuns.class)
class ConfigDeliveryTest {
    private static final String SUFFIX = "-user-data";
    private static final String TALOS = "version: v1.12.1";
    private static final List<String> NOTHING_GOES_WRONG = List.of("nothing goes wrong");

    @TempDir
    private Path folder;

    private final List<ProgressEvent> told = Collections.synchronizedList(new ArrayList<>());

    private static Stream<String> providersWithUserData() {
        return LongSuite.plus(List.of("aws"), "local", "harvester", "nutanix", "azure", "gcp");
    }

    private static Stream<String> providersWithMaintenance() {
        return LongSuite.plus(List.of("proxmox"), "nutanix", "local");
    }

    @ParameterizedTest
    @MethodSource("providersWithUserData")
    void machinesAreMadeWithTheirConfigurationAndOnlyLookedAt(String provider) throws Exception {
        CrashGate gate = new CrashGate();
        try (CrashWorld world = world(provider, ConfigDelivery.AUTO, gate)) {
            world.run(false, told::add);

            assertThat(deliveries(gate)).isZero();
            assertThat(world.machinesEver()).hasSize(5);
            assertThat(secretsInEngine(world)).hasSize(5).allSatisfy(ConfigDeliveryTest::isKeptInOrder);
            assertThat(requests(world))
                    .allSatisfy(request -> assertThat(
                                    request.getSpec().userDataSecretRef().name())
                            .isEqualTo(request.getMetadata().getName() + SUFFIX))
                    .allSatisfy(
                            request -> assertThat(request.getSpec().userData()).isNull());
            assertThat(namesInCluster(world)).containsAll(names(secretsInEngine(world)));
        }
    }

    @ParameterizedTest
    @MethodSource("providersWithMaintenance")
    void machinesGetTheirConfigurationInMaintenanceWhereThatIsChosen(String provider) throws Exception {
        CrashGate gate = new CrashGate();
        try (CrashWorld world = world(provider, ConfigDelivery.MAINTENANCE, gate)) {
            world.run(false, told::add);

            assertThat(deliveries(gate)).isGreaterThanOrEqualTo(5);
            assertThat(world.machinesEver()).hasSize(5);
            assertThat(secretsInEngine(world)).isEmpty();
            assertThat(requests(world))
                    .allSatisfy(request ->
                            assertThat(request.getSpec().userDataSecretRef()).isNull());
        }
    }

    @Test
    void anImageThatDoesNotReadUserDataIsConfiguredOverItsApiAndThatIsTold() throws Exception {
        CrashGate gate = new CrashGate();
        try (CrashWorld world =
                world("nutanix", ConfigDelivery.USER_DATA, gate).inside("boot:ignores-user-data@cp-1")) {
            world.run(false, told::add);

            assertThat(deliveries(gate)).isPositive();
            assertThat(detailOf("TalosConfigured"))
                    .startsWith("5 machines configured")
                    .contains("the user data was not read", "-cp-1")
                    .doesNotContain("-cp-0", "-worker-");
            assertThat(events(world))
                    .filteredOn(event -> event.getReason().equals("UserDataNotRead"))
                    .extracting(Event::getMessage)
                    .singleElement()
                    .asString()
                    .contains("-cp-1");
            String token = token(secretsInEngine(world).getFirst());
            assertThat(told.toString()).doesNotContain(token);
            String shown = inEngine(world, ConfigDeliveryTest::everythingButSecrets);
            assertThat(shown).contains("UserDataNotRead", SUFFIX).doesNotContain(token);
        }
    }

    @Test
    void aRunThatIsStoppedBetweenMachinesAndTheirConfigurationGoesOnWithTheSame() throws Exception {
        try (FaultWorld world = new FaultWorld(folder, NOTHING_GOES_WRONG)) {
            FaultFiles.bootstrapUntil(world, "TalosConfigured");
            Map<String, String> before = kept(world);
            world.bootstrap();

            assertThat(before).hasSize(2);
            assertThat(kept(world)).isEqualTo(before);
            assertThat(world.prism().machines()).hasSize(2);
            assertThat(calls(world, "ApplyConfiguration")).containsOnly(0L);
        }
    }

    @Test
    void aRunThatBeganWithoutUserDataGoesOnWithoutIt() throws Exception {
        try (FaultWorld world = new FaultWorld(folder, NOTHING_GOES_WRONG)) {
            world.edit(TALOS, TALOS + "\n  configDelivery: maintenance");
            FaultFiles.bootstrapUntil(world, "MachinesRunning");
            world.edit(TALOS, TALOS).bootstrap();

            assertThat(kept(world)).isEmpty();
            assertThat(world.prism().machines()).hasSize(2);
            assertThat(calls(world, "ApplyConfiguration")).allMatch(calls -> calls > 0);
        }
    }

    @Test
    void theSupportBundleHoldsNoConfiguration() throws Exception {
        try (FaultWorld world = new FaultWorld(folder, List.of("machine.nonsense"))) {
            world.eachNode(node -> node.faults()
                            .fail(
                                    "ApplyConfiguration",
                                    Status.INVALID_ARGUMENT.withDescription("machine.nonsense"),
                                    999))
                    .inside("boot:ignores-user-data*999");
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(world::bootstrap)
                    .withMessageContaining("user data")
                    .withMessageContaining("machine.nonsense");

            String token = token(kept(world).get("demo-cp-0" + SUFFIX));
            String bundle = bundle(world);
            assertThat(bundle)
                    .contains("userDataSecretRef", "demo-cp-0" + SUFFIX)
                    .doesNotContain(token);
        }
    }

    private CrashWorld world(String provider, ConfigDelivery delivery, CrashGate gate) throws Exception {
        return new CrashWorld(Examples.plan(provider, delivery, folder), folder.resolve("home"), gate);
    }

    private static long deliveries(CrashGate gate) {
        return gate.seen().stream()
                .filter(effect -> effect.method().equals("ApplyConfiguration"))
                .count();
    }

    private String detailOf(String step) {
        return told.stream()
                .filter(ProgressEvent.Done.class::isInstance)
                .map(ProgressEvent.Done.class::cast)
                .filter(done -> done.step().equals(step))
                .map(ProgressEvent.Done::detail)
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    private static <T> T inEngine(CrashWorld world, Function<KubernetesClient, T> look) {
        return world.inEngine(access -> asking(access, look));
    }

    private static <T> T asking(Kubeconfig access, Function<KubernetesClient, T> look) {
        try (KubernetesClient client = new KubeConnector("looker").connect(access)) {
            return look.apply(client);
        }
    }

    /** The configurations in the engine that a run in a small world has left, by the names of their Secrets. */
    private static Map<String, String> kept(FaultWorld world) {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(
                EmbeddedApiOptions.inDirectory(world.cluster().engine()))) {
            return asking(
                    Kubeconfig.parse(server.kubeconfig(), "the engine"),
                    client -> secrets(client).stream()
                            .collect(Collectors.toMap(
                                    secret -> secret.getMetadata().getName(), ConfigDeliveryTest::text)));
        }
    }

    private static List<Long> calls(FaultWorld world, String method) {
        return world.prism().machines().stream()
                .flatMap(machine -> world.hosts().machine(machine.id()).stream())
                .map(node -> (long) node.faults().calls(method))
                .toList();
    }

    private static String bundle(FaultWorld world) throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(world.cluster().folder())) {
            Path bundle = files.filter(file -> file.getFileName().toString().startsWith("support-"))
                    .findFirst()
                    .orElseThrow();
            try (InputStream archive = new GZIPInputStream(Files.newInputStream(bundle))) {
                text.append(new String(archive.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }

    private static List<Secret> secretsInEngine(CrashWorld world) {
        return inEngine(world, ConfigDeliveryTest::secrets);
    }

    private static List<Secret> secrets(KubernetesClient client) {
        return client.secrets().inAnyNamespace().list().getItems().stream()
                .filter(secret -> secret.getMetadata().getName().endsWith(SUFFIX))
                .toList();
    }

    private static List<String> names(List<Secret> secrets) {
        return secrets.stream().map(secret -> secret.getMetadata().getName()).toList();
    }

    private static List<String> namesInCluster(CrashWorld world) {
        String kubeconfig = world.hosts().clusters().getFirst().kubeconfig();
        return names(asking(Kubeconfig.parse(kubeconfig, "the cluster"), ConfigDeliveryTest::secrets));
    }

    private static List<MachineRequest> requests(CrashWorld world) {
        return inEngine(
                world,
                client -> client.resources(MachineRequest.class)
                        .inAnyNamespace()
                        .list()
                        .getItems());
    }

    private static List<Event> events(CrashWorld world) {
        return inEngine(
                world, client -> client.v1().events().inAnyNamespace().list().getItems());
    }

    private static void isKeptInOrder(Secret secret) {
        assertThat(secret.getMetadata().getLabels())
                .containsKeys("butler.butlerlabs.dev/cluster", "butler.butlerlabs.dev/role");
        assertThat(secret.getMetadata().getOwnerReferences())
                .extracting(OwnerReference::getKind)
                .containsExactly("ClusterBootstrap");
        assertThat(text(secret)).contains("machine:", "token:");
    }

    private static String text(Secret secret) {
        return new String(Base64.getDecoder().decode(secret.getData().get("userData")), StandardCharsets.UTF_8);
    }

    /** What lets a machine into the cluster; it stands in every configuration. */
    private static String token(Secret secret) {
        return token(text(secret));
    }

    private static String token(String configuration) {
        return configuration
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("token: "))
                .map(line -> line.substring("token: ".length()))
                .findFirst()
                .orElseThrow();
    }

    private static String everythingButSecrets(KubernetesClient client) {
        List<Object> all = new ArrayList<>();
        all.addAll(
                client.resources(MachineRequest.class).inAnyNamespace().list().getItems());
        all.addAll(
                client.resources(ClusterBootstrap.class).inAnyNamespace().list().getItems());
        all.addAll(client.v1().events().inAnyNamespace().list().getItems());
        return client.getKubernetesSerialization().asYaml(all);
    }
}
