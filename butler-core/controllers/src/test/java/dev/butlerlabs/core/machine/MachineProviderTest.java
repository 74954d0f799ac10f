package dev.butlerlabs.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** By whom a machine is made: settings and credentials that are missing, foreign or changed. */
@Tag("slow")
class MachineProviderTest extends RequestedMachines {
    /** Weak point 43 of the original: a ProviderConfig or Secret that cannot be read was a final failure. */
    @Test
    void waitsForAMissingProviderConfigAndSecretWithWords43() {
        world.start();
        world.create("early-0");

        MachineRequest waiting = awaitCondition(
                "early-0",
                ProviderConnector.STEP,
                "ProviderConfigMissing",
                "ProviderConfig %s/rack-one not found. Waiting for it to be created.".formatted(world.namespace()));
        assertThat(waiting.getStatus().phase()).isEqualTo(Phase.PENDING);
        assertThat(waiting.getFinalizers()).isEmpty();

        world.config();
        MachineRequest without = world.await(
                "early-0",
                "credentials are awaited",
                request -> reason(request, ProviderConnector.STEP).equals("CredentialsMissing"));
        assertThat(without.getStatus().phase()).isEqualTo(Phase.PENDING);

        world.secret("malformed");
        world.await(
                "early-0",
                "usable credentials are awaited",
                request -> reason(request, ProviderConnector.STEP).equals("InvalidConfiguration"));
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
                request -> reason(request, ProviderConnector.STEP).equals("ProviderConfigMissing")
                        && request.getStatus().phase() == Phase.DELETING);
        assertThat(condition(waiting, ProviderConnector.STEP).getMessage())
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
                request -> reason(request, ProviderConnector.STEP).equals("ProviderConfigMissing")
                        && request.getStatus().phase() == Phase.DELETING);
        annotate("dead-0", "dead-0");

        world.awaitGone("dead-0");
        assertThat(names()).contains("dead-0");
        TestAwait.upTo(MachineWorld.LIMIT, "event VMAbandoned of dead-0")
                .until(() -> reasons("dead-0").contains("VMAbandoned"));
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
    void takesTheOwnerOfAMachineFromItsAnnotationOrControllerInThePlatformNamespace() {
        world.openNamespace(Namespaces.SYSTEM);
        startWithConfig();
        createOwned();

        String controller = uid("moved-0");
        assertThat(infrastructure.machines())
                .containsKeys(
                        new MachineId("moved-0", new OwnerId("cluster-uid-1")),
                        new MachineId("controlled-0", new OwnerId(controller)),
                        new MachineId("alone-0", new OwnerId(uid("alone-0"))));
        assertThat(infrastructure.made())
                .filteredOn(spec -> spec.id().name().equals("moved-0"))
                .allSatisfy(spec -> assertThat(spec.zone()).contains("z1"));
        List.of("moved-0", "controlled-0", "alone-0")
                .forEach(name -> world.machine(name).delete());
        List.of("moved-0", "controlled-0", "alone-0").forEach(world::awaitGone);
    }

    /** There the author of the object is not a platform operator, and chooses both. */
    @Test
    void takesTheUidOfTheRequestForTheOwnerElsewhere() {
        startWithConfig();
        createOwned();

        assertThat(infrastructure.machines())
                .containsKeys(
                        new MachineId("moved-0", new OwnerId(uid("moved-0"))),
                        new MachineId("controlled-0", new OwnerId(uid("controlled-0"))),
                        new MachineId("alone-0", new OwnerId(uid("alone-0"))))
                .doesNotContainKey(new MachineId("moved-0", new OwnerId("cluster-uid-1")));
    }

    private void createOwned() {
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
                        .withUid(uid("moved-0"))
                        .withController(true)
                        .build()));
        world.client.resource(controlled).create();
        world.create("alone-0");
        List.of("moved-0", "controlled-0", "alone-0").forEach(name -> awaitPhase(name, Phase.RUNNING));
    }

    private String uid(String name) {
        return world.machine(name).get().getMetadata().getUid();
    }

    @Test
    void connectsAnewWhenTheCredentialsChangeAndClosesTheOldConnection() {
        startWithConfig();
        world.create("rotated-0");
        awaitPhase("rotated-0", Phase.RUNNING);

        world.secret("second");

        TestAwait.upTo(MachineWorld.LIMIT, "the new connection")
                .until(() -> world.provider.opened().getLast().equals("second"));
        TestAwait.upTo(MachineWorld.LIMIT, "the old connection closed")
                .until(() -> world.provider.closed().contains("first"));
    }

    @Test
    void writesNothingWhileNothingChanges() {
        startWithConfig();
        world.create("quiet-0");
        String before = awaitReady("quiet-0").getMetadata().getResourceVersion();
        int asked = infrastructure.calls().size();

        TestAwait.upTo(MachineWorld.LIMIT, "three more calls")
                .until(() -> infrastructure.calls().size() >= asked + 3);

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
}
