package dev.butlerlabs.core.machine;

import static dev.butlerlabs.core.machine.MachineWorld.CONFIG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.testing.MemoryInfrastructure;
import dev.butlerlabs.core.reconcile.Conditions;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** A MachineRequest on its way, on the embedded API and an infrastructure in memory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class MachineReconciliationTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private MachineWorld world;
    private MemoryInfrastructure infrastructure;

    @BeforeAll
    void startTheWorld() {
        world = new MachineWorld();
        infrastructure = world.provider.infrastructure();
    }

    @AfterAll
    void closeTheWorld() {
        world.close();
    }

    @BeforeEach
    void openANamespace() {
        infrastructure.reset();
        world.openNamespace("test-" + NUMBERS.incrementAndGet());
    }

    @AfterEach
    void stopReconciling() {
        world.stop();
    }

    private void startWithConfig() {
        world.config();
        world.secret("first");
        world.start();
    }

    @Test
    void bringsARequestToARunningMachineAndTellsOfIt() {
        startWithConfig();
        world.create("cp-0");

        MachineRequest running = awaitPhase("cp-0", Phase.RUNNING);

        MachineState.Running machine = MemoryInfrastructure.running("cp-0");
        assertThat(running.getStatus())
                .returns(machine.providerId(), MachineRequestStatus::providerID)
                .returns(machine.addresses().getFirst(), MachineRequestStatus::ipAddress)
                .returns(machine.addresses(), MachineRequestStatus::ipAddresses)
                .returns("52:54:00:00:00:01", MachineRequestStatus::macAddress)
                .returns(1L, MachineRequestStatus::observedGeneration)
                .returns(null, MachineRequestStatus::failureReason);
        assertThat(condition(running, Conditions.READY))
                .returns("True", Condition::getStatus)
                .returns("VMRunning", Condition::getReason);
        assertThat(running.getFinalizers()).containsExactly(Finalizers.MACHINE_REQUEST);
        eventually("the events", () -> reasons("cp-0").containsAll(List.of("VMCreating", "VMRunning")));
    }

    @Test
    void staysInCreatingUntilTheMachineHasAnAddress() {
        MachineState starting = new MachineState.Starting("memory://slow-0", "It waits for an address.");
        startWithConfig();
        infrastructure.bootOnCommandOnly();
        world.create("slow-0");

        MachineRequest creating = awaitPhase("slow-0", Phase.CREATING);
        assertThat(creating.getStatus().providerID()).isEqualTo("memory://slow-0");
        assertThat(creating.getStatus().ipAddress()).isNull();
        infrastructure.show("slow-0", starting);
        awaitCondition("slow-0", MachineSteps.RUNNING, "VMStarting", "It waits for an address.");
        infrastructure.boot("slow-0");

        awaitPhase("slow-0", Phase.RUNNING);
        assertThat(infrastructure.made())
                .filteredOn(spec -> spec.id().name().equals("slow-0"))
                .hasSize(1);
    }

    @Test
    void removesTheMachineBeforeTheRequestGoes() {
        startWithConfig();
        world.create("leaving-0");
        awaitPhase("leaving-0", Phase.RUNNING);

        world.machine("leaving-0").delete();
        world.awaitGone("leaving-0");

        assertThat(names()).doesNotContain("leaving-0");
        eventually("the event", () -> reasons("leaving-0").contains("VMDeleted"));
    }

    @Test
    void reportsAVanishedMachineAndDoesNotMakeItAgain() {
        startWithConfig();
        world.create("lost-0");
        awaitPhase("lost-0", Phase.RUNNING);

        infrastructure.vanish("lost-0");

        MachineRequest failed = awaitPhase("lost-0", Phase.FAILED);
        assertThat(failed.getStatus().failureReason()).isEqualTo("VMVanished");
        assertThat(failed.getStatus().ipAddress()).isNotNull();
        assertThat(names()).doesNotContain("lost-0");
        eventually("the event", () -> reasons("lost-0").contains("VMVanished"));
        world.machine("lost-0").delete();
        world.awaitGone("lost-0");
    }

    @Test
    void reportsAStoppedMachineAndRecoversWhenItRunsAgain() {
        startWithConfig();
        world.create("stopped-0");
        awaitPhase("stopped-0", Phase.RUNNING);

        infrastructure.show(
                "stopped-0", new MachineState.Broken("memory://stopped-0", "VMStopped", "It is switched off."));
        MachineRequest failed = awaitPhase("stopped-0", Phase.FAILED);
        assertThat(failed.getStatus())
                .returns("VMStopped", MachineRequestStatus::failureReason)
                .returns("It is switched off.", MachineRequestStatus::failureMessage);

        infrastructure.boot("stopped-0");
        MachineRequest again = awaitPhase("stopped-0", Phase.RUNNING);
        assertThat(again.getStatus().failureReason()).isNull();
        assertThat(again.getStatus().failureMessage()).isNull();
    }

    @Test
    void waitsForTroubleThatPassesAndNeverCallsItAFailure() {
        startWithConfig();
        for (ErrorCode passing :
                List.of(ErrorCode.UNREACHABLE, ErrorCode.THROTTLED, ErrorCode.PROVIDER_TROUBLED, ErrorCode.TIMEOUT)) {
            infrastructure.failNext(passing, "Not now.");
        }
        world.create("patient-0");

        awaitPhase("patient-0", Phase.RUNNING);

        assertThat(reasons("patient-0")).contains("Throttled").doesNotContain("VMFailed");
    }

    @Test
    void failsOnTroubleThatLastsInTheProvidersWordsAndHealsWhenItIsGone() {
        startWithConfig();
        infrastructure.failAlways(ErrorCode.QUOTA, "The project has no cores left.");
        world.create("greedy-0");

        MachineRequest failed = awaitPhase("greedy-0", Phase.FAILED);
        assertThat(failed.getStatus())
                .returns("Quota", MachineRequestStatus::failureReason)
                .returns("The project has no cores left. Try the hint.", MachineRequestStatus::failureMessage);
        eventually("the event", () -> reasons("greedy-0").contains("VMFailed"));

        infrastructure.failNoMore();
        awaitPhase("greedy-0", Phase.RUNNING);
    }

    @Test
    void keepsARunningMachineRunningWhileItsInfrastructureDoesNotAnswer() {
        startWithConfig();
        world.create("steady-0");
        awaitPhase("steady-0", Phase.RUNNING);

        infrastructure.failAlways(ErrorCode.UNREACHABLE, "No route.");

        MachineRequest troubled = awaitCondition("steady-0", Conditions.READY, "Unreachable", "Observed: No route.");
        assertThat(troubled.getStatus().phase()).isEqualTo(Phase.RUNNING);
        infrastructure.failNoMore();
        awaitReady("steady-0");
    }

    /** Weak point 43 of the original: a ProviderConfig or Secret that cannot be read was a final failure. */
    @Test
    void waitsForAMissingProviderConfigAndSecretWithWords43() {
        world.start();
        world.create("early-0");

        MachineRequest waiting = awaitCondition(
                "early-0",
                ProviderDoor.STEP,
                "ProviderConfigMissing",
                "There is no ProviderConfig %s/rack-one; it is awaited.".formatted(world.namespace()));
        assertThat(waiting.getStatus().phase()).isEqualTo(Phase.PENDING);
        assertThat(waiting.getFinalizers()).isEmpty();

        world.config();
        MachineRequest without = world.await(
                "early-0",
                "credentials are awaited",
                request -> reason(request, ProviderDoor.STEP).equals("CredentialsMissing"));
        assertThat(without.getStatus().phase()).isEqualTo(Phase.PENDING);

        world.secret("malformed");
        world.await(
                "early-0",
                "usable credentials are awaited",
                request -> reason(request, ProviderDoor.STEP).equals("InvalidConfiguration"));
        world.secret("fine");
        awaitPhase("early-0", Phase.RUNNING);
    }

    @Test
    void deletesOnceProviderConfigAndSecretAreBack43() {
        startWithConfig();
        world.create("stuck-0");
        awaitPhase("stuck-0", Phase.RUNNING);
        removeConfig("stuck-0");

        world.machine("stuck-0").delete();
        MachineRequest waiting = world.await(
                "stuck-0",
                "the ProviderConfig is awaited in deletion",
                request -> reason(request, ProviderDoor.STEP).equals("ProviderConfigMissing")
                        && request.getStatus().phase() == Phase.DELETING);
        assertThat(condition(waiting, ProviderDoor.STEP).getMessage())
                .contains(Annotations.ABANDON_MACHINE + "=stuck-0");
        assertThat(names()).contains("stuck-0");

        world.config();
        world.awaitGone("stuck-0");
        assertThat(names()).doesNotContain("stuck-0");
    }

    @Test
    void givesAMachineUpWhenTheOperatorSaysSo43() {
        startWithConfig();
        world.create("dead-0");
        awaitPhase("dead-0", Phase.RUNNING);
        removeConfig("dead-0");
        world.machine("dead-0").delete();

        annotate("dead-0", "another-machine");
        world.await(
                "dead-0",
                "the ProviderConfig is awaited in deletion",
                request -> reason(request, ProviderDoor.STEP).equals("ProviderConfigMissing")
                        && request.getStatus().phase() == Phase.DELETING);
        annotate("dead-0", "dead-0");

        world.awaitGone("dead-0");
        assertThat(names()).contains("dead-0");
        eventually("the event", () -> reasons("dead-0").contains("VMAbandoned"));
        infrastructure.vanish("dead-0");
    }

    @Test
    void doesNotTouchARequestForAnotherProvider() {
        world.config("elsewhere", "other");
        startWithConfig();
        world.client.resource(world.request("foreign-0", "elsewhere")).create();
        world.create("ours-0");
        awaitPhase("ours-0", Phase.RUNNING);
        world.machine("foreign-0").patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"metadata":{"labels":{"touched":"yes"}}}""");
        world.create("ours-1");
        awaitPhase("ours-1", Phase.RUNNING);

        MachineRequest foreign = world.machine("foreign-0").get();
        assertThat(foreign.getFinalizers()).isEmpty();
        assertThat(foreign.getStatus()).isNull();
        world.machine("foreign-0").delete();
        world.awaitGone("foreign-0");
        assertThat(reasons("foreign-0")).isEmpty();
    }

    @Test
    void removesTheFinalizerOfAFormerControllerWithItsOwn() {
        world.config();
        world.secret("first");
        MachineRequest taken = world.request("taken-0");
        taken.addFinalizer(Finalizers.machineRequest("memory"));
        world.client.resource(taken).create();
        world.machine("taken-0").delete();
        assertThat(world.machine("taken-0").get()).isNotNull();

        world.start();

        world.awaitGone("taken-0");
    }

    @Test
    void knowsWhoseAMachineIs() {
        startWithConfig();
        MachineRequest moved = world.request("moved-0");
        moved.getMetadata()
                .setAnnotations(Map.of(Annotations.OWNER_ID, "cluster-uid-1", Annotations.AVAILABILITY_ZONE, "z1"));
        world.client.resource(moved).create();
        MachineRequest controlled = world.request("controlled-0");
        controlled
                .getMetadata()
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withApiVersion("butler.butlerlabs.dev/v1alpha1")
                        .withKind("MachineRequest")
                        .withName("moved-0")
                        .withUid(world.machine("moved-0").get().getMetadata().getUid())
                        .withController(true)
                        .build()));
        world.client.resource(controlled).create();
        String alone = world.create("alone-0").getMetadata().getUid();
        List.of("moved-0", "controlled-0", "alone-0").forEach(name -> awaitPhase(name, Phase.RUNNING));

        String controller = world.machine("moved-0").get().getMetadata().getUid();
        assertThat(infrastructure.machines())
                .containsKeys(
                        new MachineId("moved-0", new OwnerId("cluster-uid-1")),
                        new MachineId("controlled-0", new OwnerId(controller)),
                        new MachineId("alone-0", new OwnerId(alone)));
        assertThat(infrastructure.made())
                .filteredOn(spec -> spec.id().name().equals("moved-0"))
                .allSatisfy(spec -> assertThat(spec.zone()).contains("z1"));
    }

    @Test
    void connectsAnewWhenTheCredentialsChangeAndClosesTheOldConnection() {
        startWithConfig();
        world.create("rotated-0");
        awaitPhase("rotated-0", Phase.RUNNING);

        world.secret("second");

        eventually("the new connection", () -> world.provider.opened().getLast().equals("second"));
        eventually("the old one to close", () -> world.provider.closed().contains("first"));
    }

    @Test
    void writesNothingWhileNothingChanges() {
        startWithConfig();
        world.create("quiet-0");
        String before = awaitReady("quiet-0").getMetadata().getResourceVersion();
        int asked = infrastructure.calls().size();

        eventually("three more looks", () -> infrastructure.calls().size() >= asked + 3);

        assertThat(world.machine("quiet-0").get().getMetadata().getResourceVersion())
                .isEqualTo(before);
    }

    @Test
    void asksAnInfrastructureOnlySoMuchAtOnce() {
        world.config();
        world.secret("first");
        world.start(MachineOptionsBuilder.builder(MachineOptions.rehearsal())
                .callsAtOnce(3)
                .build());
        for (int i = 0; i < 30; i++) {
            world.create("many-" + i);
        }

        for (int i = 0; i < 30; i++) {
            awaitPhase("many-" + i, Phase.RUNNING);
        }
        assertThat(infrastructure.mostAtOnce()).isBetween(1, 3);
    }

    /** Takes the ProviderConfig away, past its finalizer, and waits until the machine has noticed. */
    private void removeConfig(String machine) {
        var config = world.client
                .resources(ProviderConfig.class)
                .inNamespace(world.namespace())
                .withName(CONFIG);
        config.delete();
        eventually("the ProviderConfig to go", () -> {
            try {
                config.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
            } catch (KubernetesClientException e) {
                assertThat(e.getCode()).isEqualTo(404);
            }
            return config.get() == null;
        });
        world.await(
                machine,
                "the ProviderConfig is missed",
                request -> reason(request, ProviderDoor.STEP).equals("ProviderConfigMissing"));
    }

    private void annotate(String name, String value) {
        world.machine(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"metadata":{"annotations":{"%s":"%s"}}}""".formatted(Annotations.ABANDON_MACHINE, value));
    }

    private List<String> names() {
        return infrastructure.machines().keySet().stream().map(MachineId::name).toList();
    }

    private List<String> reasons(String name) {
        return world.events(name).stream().map(Event::getReason).toList();
    }

    private MachineRequest awaitPhase(String name, Phase phase) {
        return world.await(
                name,
                "its phase is " + phase,
                request -> request.getStatus() != null && request.getStatus().phase() == phase);
    }

    private MachineRequest awaitReady(String name) {
        return world.await(
                name,
                "it is ready",
                request -> request.getStatus() != null
                        && Conditions.isTrue(request.getStatus().conditions(), Conditions.READY));
    }

    private MachineRequest awaitCondition(String name, String type, String reason, String message) {
        return world.await(
                name,
                type + " says " + reason,
                request -> find(request, type)
                        .filter(found -> found.getReason().equals(reason))
                        .filter(found -> found.getMessage().equals(message))
                        .isPresent());
    }

    private static Optional<Condition> find(MachineRequest request, String type) {
        return Optional.ofNullable(request.getStatus()).flatMap(status -> Conditions.find(status.conditions(), type));
    }

    private static Condition condition(MachineRequest request, String type) {
        return find(request, type).orElseThrow();
    }

    private static String reason(MachineRequest request, String type) {
        return find(request, type).map(Condition::getReason).orElse("");
    }

    private static void eventually(String what, BooleanSupplier met) {
        long deadline = System.nanoTime() + MachineWorld.LIMIT.toNanos();
        while (!met.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long for " + what).isLessThan(deadline);
            try {
                Thread.sleep(Duration.ofMillis(20));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
