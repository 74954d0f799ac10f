package dev.butlerlabs.sim.proxmox;

import static dev.butlerlabs.sim.proxmox.Proxmox.id;
import static dev.butlerlabs.sim.proxmox.Proxmox.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnershipDescriptionCodec;
import dev.butlerlabs.sim.fault.FaultSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Machines of one cluster through their life, including what only this infrastructure does. */
@Timeout(120)
@Tag("slow")
class ProxmoxMachinesTest {
    @Test
    void cloneIsConfiguredGrownAndStarted() {
        try (Proxmox proxmox = Proxmox.start(Map.of("bridge", "vmbr1", "vlan", 42, "pool", "butler"))) {
            MachineState.Running running = proxmox.run("cp-0");
            assertThat(running.providerId()).matches("[2-8]\\d{3}");
            assertThat(running.macAddress()).isPresent();
            assertThat(proxmox.simulator.option("cp-0", "scsi0"))
                    .hasValueSatisfying(disk -> assertThat(disk).endsWith("size=20G"));
            assertThat(proxmox.simulator.option("cp-0", "scsi1"))
                    .hasValueSatisfying(disk -> assertThat(disk).endsWith("size=30G"));
            assertThat(proxmox.simulator.option("cp-0", "net0"))
                    .hasValueSatisfying(card -> assertThat(card).endsWith(",bridge=vmbr1,tag=42"));
            assertThat(proxmox.simulator.option("cp-0", "cores")).contains("2");
            assertThat(proxmox.simulator.option("cp-0", "tags"))
                    .contains(
                            "butler;butler-created;butler-machine.cp-0;butler-owner.0a1b2c3d;butler-role.control-plane;talos");
            proxmox.remove("cp-0");
            assertThat(proxmox.simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void diskImageIsImported() {
        try (Proxmox proxmox = Proxmox.start(
                Map.of("templateID", "none", "importVolume", PveInventory.IMPORT_VOLUME, "storage", "local-lvm"))) {
            proxmox.run("cp-0");
            assertThat(proxmox.simulator.option("cp-0", "scsi0"))
                    .hasValueSatisfying(
                            disk -> assertThat(disk).startsWith("local-lvm:vm-").endsWith("size=20G"));
            assertThat(proxmox.simulator.option("cp-0", "net0"))
                    .hasValueSatisfying(card -> assertThat(card).endsWith(",bridge=vmbr0"));
            proxmox.remove("cp-0");
            assertThat(proxmox.simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void staticAddressIsOnTheCloudInitDrive() {
        try (Proxmox proxmox = Proxmox.start()) {
            MachineState.Running running = proxmox.run(Proxmox.builder("cp-0")
                    .address(Optional.of(new MachineAddress("127.9.8.7/24", "127.9.8.1", List.of("127.9.8.2"))))
                    .build());
            assertThat(running.addresses()).containsExactly("127.9.8.7");
            assertThat(proxmox.simulator.option("cp-0", "ipconfig0")).contains("ip=127.9.8.7/24,gw=127.9.8.1");
            assertThat(proxmox.simulator.option("cp-0", "ide2"))
                    .hasValueSatisfying(drive -> assertThat(drive).contains("cloudinit"));
            proxmox.remove("cp-0");
        }
    }

    @Test
    void controlPlaneIsSpreadOverTheNodes() {
        try (Proxmox proxmox = Proxmox.start()) {
            List<String> names = List.of("cp-0", "cp-1", "cp-2");
            names.forEach(proxmox::run);
            assertThat(names.stream().map(proxmox.simulator::nodeOf)).containsExactly("pve1", "pve2", "pve3");
            proxmox.remove("cp-1");
            proxmox.simulator.inventory().setOnline("pve2", false);
            proxmox.run("cp-1");
            assertThat(proxmox.simulator.nodeOf("cp-1")).isNotEqualTo("pve2");
        }
    }

    @Test
    void templateOnLocalStorageIsClonedOnItsOwnNode() {
        try (Proxmox proxmox = Proxmox.start(Map.of("storage", "local-lvm"))) {
            proxmox.run("cp-1");
            assertThat(proxmox.simulator.nodeOf("cp-1")).isEqualTo("pve1");
        }
    }

    /** Whatever request is the last one before the process ends, another process continues. */
    @Test
    void anotherProcessContinuesACreation() {
        try (Proxmox proxmox = Proxmox.start()) {
            Optional<MachineState> state = Optional.empty();
            for (int step = 0; step < 200 && !(state.orElse(null) instanceof MachineState.Running); step++) {
                try (ConnectedInfrastructure process =
                        Proxmox.connect(proxmox.simulator, Map.of(), proxmox.simulator.credentials())) {
                    process.machines().create(spec("cp-0"));
                    state = Optional.of(process.machines().observe(id("cp-0")));
                } catch (ButlerException e) {
                    assertThat(FailureClassifier.of(e)).as(e.getMessage()).isEqualTo(FailureClassifier.PASSING);
                }
            }
            assertThat(state).containsInstanceOf(MachineState.Running.class);
            assertThat(proxmox.machines("cp-0")).isEqualTo(1);
            proxmox.remove("cp-0");
            assertThat(proxmox.simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void lostResponseToEveryKindOfChangeCreatesOneMachine() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.simulator.faults().order(FaultSpec.parse("create:lost-response*3"));
            proxmox.simulator.faults().order(FaultSpec.parse("update:lost-response*4"));
            proxmox.run("cp-0");
            assertThat(proxmox.machines("cp-0")).isEqualTo(1);
            assertThat(proxmox.simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void vmIdsInUseAreSkipped() {
        try (Proxmox proxmox = Proxmox.start(Map.of("vmidRange", Map.of("start", 500, "end", 503)))) {
            Stream.of("one", "two", "three").forEach(proxmox.simulator::plantForeign);
            assertThat(proxmox.run("cp-0").providerId()).isEqualTo("503");
            ButlerException refusal = catchThrowableOfType(
                    ButlerException.class,
                    () -> proxmox.infrastructure.machines().create(spec("cp-1")));
            assertThat(refusal.code()).isEqualTo(ErrorCode.QUOTA);
            assertThat(refusal).hasMessageContaining("No VM ID from 500 to 503 is free");
        }
    }

    @Test
    void migratedMachineIsFoundAndDeletedOnItsNewNode() {
        try (Proxmox proxmox = Proxmox.start()) {
            MachineState.Running before = proxmox.run("cp-0");
            proxmox.simulator.migrate("cp-0", "pve3");
            assertThat(proxmox.observe("cp-0")).isEqualTo(before);
            proxmox.remove("cp-0");
            assertThat(proxmox.machines("cp-0")).isZero();
        }
    }

    @Test
    void machineOnANodeThatIsDownIsUnknown() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.run("cp-1");
            proxmox.simulator.inventory().setOnline("pve2", false);
            ButlerException failure = catchThrowableOfType(ButlerException.class, () -> proxmox.observe("cp-1"));
            assertThat(failure.code()).isEqualTo(ErrorCode.UNREACHABLE);
            assertThat(FailureClassifier.of(failure)).isEqualTo(FailureClassifier.PASSING);
            proxmox.simulator.inventory().setOnline("pve2", true);
            assertThat(proxmox.observe("cp-1")).isInstanceOf(MachineState.Running.class);
        }
    }

    @Test
    void withoutAQuorumNothingIsAbsent() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.simulator.inventory().setQuorate(false);
            assertThat(catchThrowableOfType(ButlerException.class, () -> proxmox.observe("cp-0"))
                            .code())
                    .isEqualTo(ErrorCode.NOT_READY);
            proxmox.simulator.inventory().setQuorate(true);
            assertThat(proxmox.observe("cp-0")).isInstanceOf(MachineState.Absent.class);
        }
    }

    @Test
    void stoppedMachineIsBrokenAndStartedByARepeatedRequest() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.run("cp-0");
            proxmox.simulator.stop("cp-0");
            assertThat(proxmox.observe("cp-0"))
                    .isInstanceOfSatisfying(
                            MachineState.Broken.class,
                            broken -> assertThat(broken.reason()).isEqualTo("VMStopped"));
            proxmox.infrastructure.machines().create(spec("cp-0"));
            proxmox.await("cp-0", MachineState.Running.class);
        }
    }

    @Test
    void removedTagsAreRestoredAndNothingElseIsChanged() {
        try (Proxmox proxmox = Proxmox.start(Map.of("bridge", "vmbr1"))) {
            MachineState.Running running = proxmox.run("cp-0");
            Optional<String> disk = proxmox.simulator.option("cp-0", "scsi1");
            proxmox.simulator.configure("cp-0", "tags", "of-a-user");
            assertThat(proxmox.run("cp-0")).isEqualTo(running);
            assertThat(proxmox.simulator.option("cp-0", "scsi1")).isEqualTo(disk);
            proxmox.simulator.stop("cp-0");
            proxmox.simulator.configure("cp-0", "tags", "of-a-user");
            assertThat(proxmox.run("cp-0").macAddress()).isEqualTo(running.macAddress());
            assertThat(proxmox.simulator.option("cp-0", "scsi1")).isEqualTo(disk);
            assertThat(proxmox.simulator.option("cp-0", "tags"))
                    .hasValueSatisfying(tags -> assertThat(tags).contains("butler-created", "of-a-user"));
            assertThat(proxmox.simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void tagsOfATemplateThatWasAMachineAreReplaced() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.simulator.configure(
                    "talos-template", "tags", "butler;butler-created;butler-machine.old;butler-owner.old;talos");
            proxmox.run("cp-0");
            assertThat(proxmox.machines("cp-0")).isEqualTo(1);
            assertThat(proxmox.simulator.option("cp-0", "tags"))
                    .contains(
                            "butler;butler-created;butler-machine.cp-0;butler-owner.0a1b2c3d;butler-role.control-plane;talos");
        }
    }

    @Test
    void cloneOfAMachineByAUserIsNotTouched() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.run("cp-0");
            String tags = proxmox.simulator.option("cp-0", "tags").orElseThrow();
            proxmox.simulator.plant("Copy-of-VM-cp-0", OwnershipDescriptionCodec.of(id("cp-0")), Map.of("tags", tags));
            assertThat(proxmox.infrastructure.owned())
                    .extracting(OwnedResource::name)
                    .containsExactly("cp-0");
            proxmox.remove("cp-0");
            assertThat(proxmox.machines("Copy-of-VM-cp-0")).isEqualTo(1);
        }
    }

    @Test
    void lockedMachineIsDeletedLater() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.run("cp-0");
            proxmox.simulator.configure("cp-0", "lock", "backup");
            assertThat(proxmox.observe("cp-0")).isInstanceOf(MachineState.Running.class);
            ButlerException failure = catchThrowableOfType(
                    ButlerException.class,
                    () -> proxmox.infrastructure.machines().delete(id("cp-0")));
            assertThat(failure.code()).isEqualTo(ErrorCode.NOT_READY);
            assertThat(failure).hasMessageContaining("locked (backup)");
            proxmox.simulator.configure("cp-0", "lock", "");
            proxmox.remove("cp-0");
        }
    }

    @Test
    void protectedMachineCannotBeDeleted() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.run("cp-0");
            proxmox.simulator.configure("cp-0", "protection", "1");
            ButlerException failure = catchThrowableOfType(
                    ButlerException.class,
                    () -> proxmox.infrastructure.machines().delete(id("cp-0")));
            assertThat(failure).hasMessageContaining("protection mode enabled");
            assertThat(FailureClassifier.of(failure)).isEqualTo(FailureClassifier.LASTING);
        }
    }

    @Test
    void machineOfAnotherOwnerWithTheVmIdIsNotRemoved() {
        try (Proxmox proxmox = Proxmox.start()) {
            MachineState.Running running = proxmox.run("cp-0");
            OwnedResource other = new OwnedResource(
                    "virtual machine", "cp-9", running.providerId(), new MachineId("cp-9", Proxmox.OWNER).owner());
            assertThat(catchThrowableOfType(ButlerException.class, () -> proxmox.infrastructure.remove(other))
                            .code())
                    .isEqualTo(ErrorCode.FOREIGN_RESOURCE);
            assertThat(proxmox.observe("cp-0")).isInstanceOf(MachineState.Running.class);
        }
    }

    /** A node that fails while it clones leaves a locked configuration without a name; nobody can say whose it is. */
    @Test
    void remainsOfAFailedNodeAreSkipped() {
        try (Proxmox proxmox = Proxmox.start(Map.of("vmidRange", Map.of("start", 500, "end", 501)))) {
            proxmox.simulator.plant("VM 500", "", Map.of("lock", "clone"));
            proxmox.simulator.configure("VM 500", "name", "");
            assertThat(proxmox.observe("cp-0")).isInstanceOf(MachineState.Absent.class);
            assertThat(proxmox.run("cp-0").providerId()).isEqualTo("501");
        }
    }

    @Test
    void failureOfATaskIsReported() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.simulator.faults().order(FaultSpec.parse("create:quota"));
            proxmox.infrastructure.machines().create(spec("cp-0"));
            proxmox.await("cp-0", MachineState.Absent.class);
            ButlerException failure = catchThrowableOfType(
                    ButlerException.class,
                    () -> proxmox.infrastructure.machines().create(spec("cp-0")));
            assertThat(failure.code()).isEqualTo(ErrorCode.QUOTA);
            assertThat(failure).hasMessageContaining("Insufficient free space");
            proxmox.run("cp-0");
            assertThat(proxmox.machines("cp-0")).isEqualTo(1);
        }
    }
}
