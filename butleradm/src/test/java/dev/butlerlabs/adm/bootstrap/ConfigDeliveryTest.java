package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.progress.ProgressEvent;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two roads by which machines get their configuration, on every infrastructure that has both. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ConfigDeliveryTest {
    private static final String SUFFIX = "-user-data";

    @TempDir
    private Path folder;

    private final List<ProgressEvent> told = Collections.synchronizedList(new ArrayList<>());

    @ParameterizedTest
    @ValueSource(strings = {"harvester", "nutanix", "aws"})
    void machinesAreMadeWithTheirConfigurationAndOnlyLookedAt(String provider) throws Exception {
        CrashGate gate = new CrashGate(Optional.empty());
        try (CrashWorld world = world(provider, ConfigDelivery.AUTO, gate)) {
            world.run(false, told::add);

            assertThat(deliveries(gate)).isZero();
            assertThat(world.machinesEver()).hasSize(5);
            assertThat(secretsInEngine(world)).hasSize(5).allSatisfy(ConfigDeliveryTest::isKeptInOrder);
            assertThat(requests(world))
                    .allSatisfy(request -> assertThat(request.getSpec().userDataSecretRef().name())
                            .isEqualTo(request.getMetadata().getName() + SUFFIX))
                    .allSatisfy(
                            request -> assertThat(request.getSpec().userData()).isNull());
            assertThat(namesInCluster(world)).containsAll(names(secretsInEngine(world)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"harvester", "nutanix", "aws"})
    void machinesGetTheirConfigurationInMaintenanceWhereThatIsChosen(String provider) throws Exception {
        CrashGate gate = new CrashGate(Optional.empty());
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

    @ParameterizedTest
    @ValueSource(strings = {"harvester", "nutanix", "aws"})
    void anImageThatDoesNotReadUserDataIsConfiguredOverItsApiAndThatIsTold(String provider) throws Exception {
        CrashGate gate = new CrashGate(Optional.empty());
        try (CrashWorld world = world(provider, ConfigDelivery.AUTO, gate).inside("boot:ignores-user-data@cp-1")) {
            world.run(false, told::add);

            assertThat(deliveries(gate)).isPositive();
            assertThat(detailOf("TalosConfigured"))
                    .startsWith("5 machines are configured")
                    .contains("the user data was not read", "-cp-1")
                    .doesNotContain("-cp-0", "-worker-");
            assertThat(events(world))
                    .filteredOn(event -> event.getReason().equals("UserDataNotRead"))
                    .extracting(Event::getMessage)
                    .singleElement()
                    .asString()
                    .contains("-cp-1");
        }
    }

    @Test
    void nothingThatIsToldHoldsAConfiguration() throws Exception {
        CrashGate gate = new CrashGate(Optional.empty());
        try (CrashWorld world =
                world("nutanix", ConfigDelivery.USER_DATA, gate).inside("boot:ignores-user-data@worker-0")) {
            world.run(false, told::add);

            String token = inEngine(world, client -> token(secrets(client).getFirst()));
            assertThat(token).hasSizeGreaterThan(20);
            assertThat(told.toString()).doesNotContain(token);
            String shown = inEngine(world, ConfigDeliveryTest::everythingButSecrets);
            assertThat(shown)
                    .contains("UserDataNotRead", SUFFIX)
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
        return text(secret)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("token: "))
                .map(line -> line.substring("token: ".length()))
                .findFirst()
                .orElseThrow();
    }

    private static String everythingButSecrets(KubernetesClient client) {
        List<Object> all = new ArrayList<>();
        all.addAll(client.resources(MachineRequest.class).inAnyNamespace().list().getItems());
        all.addAll(client.resources(dev.butlerlabs.core.api.ClusterBootstrap.class)
                .inAnyNamespace()
                .list()
                .getItems());
        all.addAll(client.v1().events().inAnyNamespace().list().getItems());
        return client.getKubernetesSerialization().asYaml(all);
    }
}
