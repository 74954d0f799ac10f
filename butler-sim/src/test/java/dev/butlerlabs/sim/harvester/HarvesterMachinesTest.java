package dev.butlerlabs.sim.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine.Power;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The life of machines on Harvester, half-made and half-gone ones included; each test has machines of its own. */
@Tag("slow")
class HarvesterMachinesTest {
    private static Harvester harvester;

    @BeforeAll
    static void start() {
        harvester = Harvester.start();
    }

    @AfterAll
    static void stop() {
        harvester.close();
    }

    @Test
    void aMachineIsMadeRunsAndGoesWithoutATrace() {
        MachineId id = Harvester.id("life-cp-0");
        assertThat(harvester.machines().observe(id)).isEqualTo(new MachineState.Absent());

        assertThat(harvester.machines().create(Harvester.spec("life-cp-0"))).isInstanceOf(MachineState.Starting.class);
        MachineState.Running running = harvester.running("life-cp-0");

        SimulatedMachine machine = machine("life-cp-0");
        assertThat(running.providerId()).isEqualTo(machine.id());
        assertThat(running.addresses()).containsExactly(machine.address().orElseThrow());
        assertThat(running.macAddress().orElseThrow()).startsWith("52:54:00:");
        assertThat(leftovers("life-"))
                .containsExactlyInAnyOrder(
                        "PersistentVolumeClaim default/life-cp-0-rootdisk", "Secret default/life-cp-0-cloudinit");

        harvester.machines().delete(id);
        assertThat(harvester.machines().observe(id)).isNotInstanceOf(MachineState.Running.class);
        harvester.awaitAbsent("life-cp-0");
        assertThat(names("life-")).isEmpty();
        assertThat(leftovers("life-")).isEmpty();
        harvester.machines().delete(id);
    }

    @Test
    void askingAgainAdoptsTheMachineThatIsThere() {
        harvester.machines().create(Harvester.spec("again-cp-0"));
        MachineState.Running running = harvester.running("again-cp-0");

        assertThat(harvester.machines().create(Harvester.spec("again-cp-0"))).isEqualTo(running);
        assertThat(names("again-")).hasSize(1);
    }

    @Test
    void aForeignMachineIsNeverTouched() {
        harvester.simulator.plantForeign("foreign-cp-0");
        MachineId id = Harvester.id("foreign-cp-0");

        refusesAsForeign(Harvester.spec("foreign-cp-0"));
        harvester.machines().delete(id);

        assertThat(harvester.machines().observe(id)).isEqualTo(new MachineState.Absent());
        assertThat(names("foreign-")).hasSize(1);
        assertThat(leftovers("foreign-")).isEmpty();
        assertThat(harvester.infrastructure.owned())
                .noneMatch(owned -> owned.name().startsWith("foreign-"));
    }

    @Test
    void aMachineOfAnotherClusterIsForeignToo() {
        MachineSpec ours = Harvester.spec("other-cp-0");
        harvester.machines().create(ours);
        MachineId theirs = new MachineId("other-cp-0", new OwnerId("another"));

        assertThat(harvester.machines().observe(theirs)).isEqualTo(new MachineState.Absent());
        harvester.machines().delete(theirs);
        assertThat(harvester.running("other-cp-0").addresses()).hasSize(1);
    }

    @Test
    void aForeignVolumeOrSecretHoldsTheNameToo() {
        plant(WatchedResourceType.VOLUME, "taken-cp-0-rootdisk", Map.of());
        plant(WatchedResourceType.SECRET, "taken-cp-1-cloudinit", Map.of());

        refusesAsForeign(Harvester.spec("taken-cp-0"));
        refusesAsForeign(Harvester.spec("taken-cp-1"));
        assertThat(names("taken-")).isEmpty();
        harvester.machines().delete(Harvester.id("taken-cp-0"));
        harvester.machines().delete(Harvester.id("taken-cp-1"));
        assertThat(leftovers("taken-"))
                .contains("PersistentVolumeClaim default/taken-cp-0-rootdisk", "Secret default/taken-cp-1-cloudinit");
    }

    /** Weak point 41: a volume without its virtual machine ended in a loop. */
    @Test
    void aVolumeWithoutVirtualMachineIsCompleted() {
        harvester.order("create:error-storm@halfa-cp-0");
        assertThatThrownBy(() -> harvester.machines().create(Harvester.spec("halfa-cp-0")))
                .isInstanceOf(ButlerException.class);
        harvester.simulator.faults().clear();
        assertThat(names("halfa-")).isEmpty();
        assertThat(leftovers("halfa-")).hasSize(2);
        assertThat(harvester.machines().observe(Harvester.id("halfa-cp-0")))
                .isEqualTo(new MachineState.Starting("", "waiting for the virtual machine to be created"));

        harvester.machines().create(Harvester.spec("halfa-cp-0"));
        harvester.running("halfa-cp-0");
        assertThat(leftovers("halfa-")).hasSize(2);
    }

    @Test
    void aVolumeWithoutVirtualMachineIsRemovedOnDemand() {
        harvester.order("create:error-storm@halfb-cp-0");
        assertThatThrownBy(() -> harvester.machines().create(Harvester.spec("halfb-cp-0")))
                .isInstanceOf(ButlerException.class);
        harvester.simulator.faults().clear();

        harvester.machines().delete(Harvester.id("halfb-cp-0"));
        harvester.awaitAbsent("halfb-cp-0");
        assertThat(leftovers("halfb-")).isEmpty();
    }

    @Test
    void aVirtualMachineWithoutSecretIsCompleted() {
        harvester.machines().create(Harvester.spec("secretless-cp-0"));
        harvester.running("secretless-cp-0");
        administrator(WatchedResourceType.SECRET)
                .withName("secretless-cp-0-cloudinit")
                .delete();

        harvester.machines().create(Harvester.spec("secretless-cp-0"));

        assertThat(leftovers("secretless-")).contains("Secret default/secretless-cp-0-cloudinit");
    }

    /** Weak point 41: the volume leaked when the virtual machine was gone already. */
    @Test
    void volumesOfAVanishedMachineGoAndTheNextStartsAfresh() {
        harvester.machines().create(Harvester.spec("vanished-cp-0"));
        MachineState.Running before = harvester.running("vanished-cp-0");
        harvester.simulator.vanish("vanished-cp-0");

        harvester.awaitAbsent("vanished-cp-0");
        assertThat(leftovers("vanished-")).isEmpty();
        harvester.machines().create(Harvester.spec("vanished-cp-0"));
        assertThat(harvester.running("vanished-cp-0").providerId()).isNotEqualTo(before.providerId());
    }

    /** Weak point 44: what happens to a running machine was not noticed. */
    @Test
    void aMachineThatWasSwitchedOffIsSeenAndKeepsItsAddress() {
        harvester.machines().create(Harvester.spec("halted-cp-0"));
        MachineState.Running before = harvester.running("halted-cp-0");
        harvester.simulator.stop("halted-cp-0");

        MachineState broken = harvester.await("halted-cp-0", MachineState.Broken.class::isInstance);
        assertThat(((MachineState.Broken) broken).reason()).isEqualTo("VMStopped");
        TestAwait.upTo(Harvester.LIMIT, "halted-cp-0 powered off")
                .until(() -> machine("halted-cp-0").power(), Power.OFF::equals);

        administrator(WatchedResourceType.MACHINE)
                .withName("halted-cp-0")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"runStrategy\":\"Always\"}}");
        assertThat(harvester.running("halted-cp-0")).isEqualTo(before);
    }

    /** Weak point 41: the storage class of the settings was read and not used. Weak point 46: disks beside the first were lost. */
    @Test
    void dataDisksHaveTheirStorageClassAndGoWithTheMachine() {
        MachineSpec plain = Harvester.spec("disks-worker-0");
        MachineSpec spec = new MachineSpec(
                plain.id(),
                plain.role(),
                plain.cpu(),
                plain.memoryMiB(),
                plain.diskGiB(),
                List.of(new ExtraDisk(200, null), new ExtraDisk(50, "fast")),
                plain.image(),
                plain.userData(),
                plain.networkData(),
                plain.zone(),
                plain.labels());
        try (ConnectedInfrastructure infrastructure =
                Harvester.connect(harvester.simulator, Map.of("storageClassName", "harvester-longhorn"))) {
            infrastructure.machines().create(spec);
        }
        harvester.running("disks-worker-0");

        assertThat(List.of("rootdisk", "disk-1", "disk-2"))
                .extracting(disk -> storageClass("disks-worker-0-" + disk))
                .containsExactly("longhorn-talos", "harvester-longhorn", "fast");
        harvester.machines().delete(spec.id());
        harvester.awaitAbsent("disks-worker-0");
        assertThat(leftovers("disks-")).isEmpty();
    }

    @Test
    void everythingMarkedIsFoundByItsMarksAloneAndCanBeRemovedPieceByPiece() {
        harvester.machines().create(Harvester.spec("owned-cp-0"));
        harvester.running("owned-cp-0");

        List<OwnedResource> owned = harvester.infrastructure.owned().stream()
                .filter(resource -> resource.name().startsWith("owned-"))
                .toList();
        assertThat(owned)
                .extracting(resource -> resource.type() + " " + resource.name())
                .containsExactlyInAnyOrder(
                        "virtual machine owned-cp-0", "volume owned-cp-0-rootdisk", "secret owned-cp-0-cloudinit");
        assertThat(owned).allMatch(resource -> resource.owner().equals(Harvester.OWNER));

        OwnedResource machine = owned.stream()
                .filter(resource -> resource.type().equals("virtual machine"))
                .findFirst()
                .orElseThrow();
        harvester.infrastructure.remove(
                new OwnedResource(machine.type(), machine.name(), "the id of an earlier machine", machine.owner()));
        assertThat(names("owned-")).hasSize(1);
        harvester.infrastructure.remove(machine);
        harvester.awaitAbsent("owned-cp-0");
        harvester.infrastructure.remove(machine);
    }

    private static void refusesAsForeign(MachineSpec spec) {
        assertThatThrownBy(() -> harvester.machines().create(spec))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
    }

    private static void plant(WatchedResourceType kind, String name, Map<String, String> labels) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(kind.apiVersion());
        object.setKind(kind.kind());
        object.setMetadata(
                new ObjectMetaBuilder().withName(name).withLabels(labels).build());
        if (kind == WatchedResourceType.VOLUME) {
            object.setAdditionalProperty(
                    "spec",
                    Map.of(
                            "accessModes",
                            List.of("ReadWriteOnce"),
                            "resources",
                            Map.of("requests", Map.of("storage", "1Gi"))));
        }
        administrator(kind).resource(object).create();
    }

    private static NonNamespaceOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            administrator(WatchedResourceType kind) {
        return harvester
                .administrator
                .genericKubernetesResources(kind.context())
                .inNamespace("default");
    }

    private static String storageClass(String volume) {
        return UntypedTree.of(administrator(WatchedResourceType.VOLUME)
                        .withName(volume)
                        .get()
                        .getAdditionalProperties())
                .text("spec.storageClassName")
                .orElse("");
    }

    private static SimulatedMachine machine(String name) {
        return harvester.simulator.machines().stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(String prefix) {
        return harvester.simulator.machines().stream()
                .map(SimulatedMachine::name)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }

    private static List<String> leftovers(String prefix) {
        return harvester.simulator.leftovers().stream()
                .filter(line -> line.contains("/" + prefix))
                .toList();
    }
}
