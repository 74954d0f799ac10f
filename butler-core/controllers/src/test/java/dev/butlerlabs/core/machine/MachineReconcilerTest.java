package dev.butlerlabs.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.testing.MemoryInfrastructure;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of a machine that was asked for, from its making to its removal. */
@Tag("slow")
class MachineReconcilerTest extends RequestedMachines {
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
        assertThat(condition(running, ConditionEditor.READY))
                .returns("True", Condition::getStatus)
                .returns("VMRunning", Condition::getReason);
        assertThat(running.getFinalizers()).containsExactly(Finalizers.MACHINE_REQUEST);
        TestAwait.upTo(MachineWorld.LIMIT, "events VMCreating and VMRunning of cp-0")
                .until(() -> reasons("cp-0").containsAll(List.of("VMCreating", "VMRunning")));
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
        TestAwait.upTo(MachineWorld.LIMIT, "event VMDeleted of leaving-0")
                .until(() -> reasons("leaving-0").contains("VMDeleted"));
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
        TestAwait.upTo(MachineWorld.LIMIT, "event VMVanished of lost-0")
                .until(() -> reasons("lost-0").contains("VMVanished"));
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

        TestAwait.upTo(MachineWorld.LIMIT, "event Throttled of patient-0")
                .until(() -> reasons("patient-0").contains("Throttled"));
        assertThat(reasons("patient-0")).doesNotContain("VMFailed");
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
        TestAwait.upTo(MachineWorld.LIMIT, "event VMFailed of greedy-0")
                .until(() -> reasons("greedy-0").contains("VMFailed"));

        infrastructure.failNoMore();
        awaitPhase("greedy-0", Phase.RUNNING);
    }

    @Test
    void keepsARunningMachineRunningWhileItsInfrastructureDoesNotAnswer() {
        startWithConfig();
        world.create("steady-0");
        awaitPhase("steady-0", Phase.RUNNING);

        infrastructure.failAlways(ErrorCode.UNREACHABLE, "No route.");

        MachineRequest troubled =
                awaitCondition("steady-0", ConditionEditor.READY, "Unreachable", "Observed: No route.");
        assertThat(troubled.getStatus().phase()).isEqualTo(Phase.RUNNING);
        infrastructure.failNoMore();
        awaitReady("steady-0");
    }
}
