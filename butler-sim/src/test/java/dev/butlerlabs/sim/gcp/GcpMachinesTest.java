package dev.butlerlabs.sim.gcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class GcpMachinesTest {
    @Test
    void usesAnotherZoneWhileTheFirstHasNoCapacity() {
        try (GcpProject project = new GcpProject()) {
            project.simulator.fill("europe-west3-a", true);
            MachineState.Running running = project.run(GcpProject.spec("demo-cp-0"));
            assertThat(running.providerId()).isEqualTo("gce://butler-simulated/europe-west3-b/demo-cp-0");
            assertThat(running.zone()).contains("europe-west3-b");
            assertThat(project.simulator.machines()).hasSize(1);
            assertThat(project.simulator.leftovers())
                    .as("disks of the failed creation are deleted")
                    .containsExactly("disk zones/europe-west3-b/disks/demo-cp-0");

            try (ConnectedInfrastructure later = project.connect(Map.of(), project.simulator.credentials())) {
                assertThat(later.machines().observe(GcpProject.spec("demo-cp-0").id()))
                        .isEqualTo(running);
                assertThat(later.machines().create(GcpProject.spec("demo-cp-0")))
                        .isEqualTo(running);
            }
            project.remove(GcpProject.spec("demo-cp-0").id());
            assertThat(project.simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void reportsThatNoZoneHasCapacityAndRetriesLater() {
        try (GcpProject project = new GcpProject()) {
            GcpCatalog.ZONES.forEach(zone -> project.simulator.fill(zone, true));
            MachineSpec spec = GcpProject.spec("demo-cp-0");
            ButlerException[] refusal = new ButlerException[1];
            TestAwait.upTo(GcpProject.LIMIT, "the failure reported").until(() -> {
                refusal[0] = catchThrowableOfType(ButlerException.class, () -> project.step(spec));
                return refusal[0] != null;
            });
            assertThat(refusal[0].code()).isEqualTo(ErrorCode.PROVIDER_TROUBLED);
            assertThat(refusal[0].hint()).contains("capacity");
            project.remove(spec.id());
            assertThat(project.simulator.leftovers()).isEmpty();
        }
    }

    @Test
    void aRequestedZoneIsTheOnlyOne() {
        try (GcpProject project = new GcpProject()) {
            MachineSpec spec = MachineSpecBuilder.builder(GcpProject.spec("demo-cp-0"))
                    .zone(Optional.of("europe-west3-c"))
                    .build();
            assertThat(project.run(spec).zone()).contains("europe-west3-c");
            MachineSpec elsewhere = MachineSpecBuilder.builder(GcpProject.spec("demo-cp-1"))
                    .zone(Optional.of("us-east1-b"))
                    .build();
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(() -> project.infrastructure.machines().create(elsewhere))
                    .withMessageContaining("us-east1-b");
        }
    }

    @Test
    void reportsALateQuotaFailureOnceAndThenTriesAgain() {
        try (GcpProject project = new GcpProject()) {
            project.simulator.faults().order(FaultSpec.once(SimulatedOperation.CREATE, FaultKind.QUOTA));
            MachineSpec spec = GcpProject.spec("demo-cp-0");
            ButlerException[] refusal = new ButlerException[1];
            TestAwait.upTo(GcpProject.LIMIT, "the failure reported").until(() -> {
                refusal[0] = catchThrowableOfType(ButlerException.class, () -> project.step(spec));
                return refusal[0] != null;
            });
            assertThat(refusal[0].code()).isEqualTo(ErrorCode.QUOTA);
            assertThat(refusal[0].getMessage()).contains("N2_CPUS", "demo-cp-0");
            project.run(spec);
            assertThat(project.simulator.machines()).hasSize(1);
        }
    }

    @Test
    void anAcceptedCreationIsNeverAbsentAlthoughItIsNotListed() {
        SimulationOptions slow = SimulationOptions.standard().withBootTime(Duration.ofSeconds(2));
        try (GcpProject project = new GcpProject(GcpSimulator.start(slow), Map.of())) {
            MachineSpec spec = GcpProject.spec("demo-cp-0");
            project.infrastructure.machines().create(spec);
            assertThat(project.infrastructure.machines().observe(spec.id())).isInstanceOf(MachineState.Starting.class);
            try (ConnectedInfrastructure other = project.connect(Map.of(), project.simulator.credentials())) {
                assertThat(other.machines().create(spec)).isInstanceOf(MachineState.Starting.class);
            }
            assertThat(project.simulator.machines()).hasSize(1);
        }
    }

    @Test
    void keepsTheOldestOfTwoZones() {
        try (GcpProject project = new GcpProject()) {
            MachineSpec first = MachineSpecBuilder.builder(GcpProject.spec("demo-cp-0"))
                    .zone(Optional.of("europe-west3-b"))
                    .build();
            MachineState.Running kept = project.run(first);
            project.simulator.duplicate("demo-cp-0", "europe-west3-c");
            assertThat(project.simulator.machines()).hasSize(2);
            assertThat(project.infrastructure.machines().create(first)).isEqualTo(kept);
            TestAwait.upTo(GcpProject.LIMIT, "one machine")
                    .until(() -> project.simulator.machines().size() == 1);
            assertThat(project.infrastructure.machines().observe(first.id())).isEqualTo(kept);
        }
    }

    @Test
    void aZoneThatDoesNotRespondIsNotAMachineThatIsAbsent() {
        try (GcpProject project = new GcpProject()) {
            MachineSpec spec = MachineSpecBuilder.builder(GcpProject.spec("demo-cp-0"))
                    .zone(Optional.of("europe-west3-c"))
                    .build();
            MachineState.Running running = project.run(spec);
            project.simulator.disconnect("europe-west3-c", true);
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(() -> project.infrastructure.machines().observe(spec.id()))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.PROVIDER_TROUBLED));
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(() -> project.infrastructure.machines().create(spec));
            project.simulator.disconnect("europe-west3-c", false);
            assertThat(project.infrastructure.machines().observe(spec.id())).isEqualTo(running);
            assertThat(project.simulator.machines()).hasSize(1);
        }
    }

    @Test
    void workWithTokensOfTheTokenEndpointToo() {
        try (GcpProject project =
                new GcpProject(GcpSimulator.start(SimulationOptions.standard()), Map.of("tokenSource", "exchange"))) {
            project.run(GcpProject.spec("demo-cp-0"));
            assertThat(project.infrastructure.owned())
                    .extracting(OwnedResource::type)
                    .containsExactlyInAnyOrder("instance", "disk");
        }
    }

    @Test
    void aKeyThatTheTokenEndpointDoesNotKnowIsUnauthenticated() {
        try (GcpProject project = new GcpProject()) {
            String wrong =
                    project.simulator.credentials().get("serviceAccountKey").replace("butler@", "nobody@");
            try (ConnectedInfrastructure refused =
                    project.connect(Map.of("tokenSource", "exchange"), Map.of("serviceAccountKey", wrong))) {
                assertThatExceptionOfType(ButlerException.class)
                        .isThrownBy(refused::version)
                        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                        .withMessageContaining("Invalid JWT Signature");
            }
        }
    }
}
