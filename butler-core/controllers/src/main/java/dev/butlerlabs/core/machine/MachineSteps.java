package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The steps of creating and deleting the machine of a MachineRequest. */
final class MachineSteps {
    static final String OBSERVED = "Observed";
    static final String CREATED = "Created";
    static final String RUNNING = "Running";
    static final String GONE = "MachineGone";

    private static final String FAILED = "VMFailed";

    private final ProviderConnector door;
    private final UserDataResolver firstBoot;
    private final InstantSource clock;

    MachineSteps(ProviderConnector door, UserDataResolver firstBoot, InstantSource clock) {
        this.door = door;
        this.firstBoot = firstBoot;
        this.clock = clock;
    }

    List<Step<MachineReconcileContext>> creation() {
        return List.of(
                Step.of(ProviderConnector.STEP, scope -> door.enter(scope, "")),
                Step.of(OBSERVED, scope -> door.guarded(scope, FAILED, () -> observe(scope))),
                Step.of(CREATED, scope -> door.guarded(scope, FAILED, () -> create(scope))),
                Step.of(RUNNING, this::run));
    }

    private StepResult observe(MachineReconcileContext scope) {
        scope.saw(scope.ask(infrastructure -> infrastructure.machines().observe(scope.id())));
        return StepResult.done();
    }

    /** Requests the machine. Also called for a machine that exists partly: repeating the request completes it. */
    private StepResult ask(MachineReconcileContext scope) {
        return switch (firstBoot.userData(scope.request())) {
            case UserDataResolver.UserData.Known(Optional<SensitiveText> text) -> ask(scope, scope.wanted(text));
            case UserDataResolver.UserData.Missing(String message) ->
                StepResult.waiting("UserDataMissing", message, door.options().failedRecheck());
        };
    }

    private static StepResult ask(MachineReconcileContext scope, MachineSpec wanted) {
        scope.saw(scope.ask(infrastructure -> infrastructure.machines().create(wanted)));
        return asked(scope);
    }

    private StepResult create(MachineReconcileContext scope) {
        return switch (scope.seen().orElseThrow()) {
            case MachineState.Absent absent when scope.hasRun() -> vanished(scope);
            case MachineState.Absent absent -> ask(scope);
            case MachineState.Starting starting when starting.providerId().isEmpty() -> ask(scope);
            case MachineState.Leaving leaving -> leaving(scope);
            case MachineState.Starting starting -> asked(scope);
            case MachineState.Running running -> asked(scope);
            case MachineState.Broken broken -> asked(scope);
        };
    }

    private static StepResult asked(MachineReconcileContext scope) {
        return StepResult.done("VMCreating", "Machine %s requested.".formatted(scope.machineName()));
    }

    /** A machine that was running may have had data, so only an operator decides to recreate it. */
    private static StepResult vanished(MachineReconcileContext scope) {
        String message =
                "Machine %s was running and no longer exists on the infrastructure. To recreate it, delete this MachineRequest and create it again."
                        .formatted(scope.machineName());
        scope.fail("VMVanished", message);
        return StepResult.failed("VMVanished", message);
    }

    private StepResult leaving(MachineReconcileContext scope) {
        return StepResult.waiting(
                "VMLeaving",
                "Waiting for the deletion of machine %s.".formatted(scope.machineName()),
                door.options().eagerPoll());
    }

    private StepResult run(MachineReconcileContext scope) {
        return switch (scope.seen().orElseThrow()) {
            case MachineState.Running running ->
                StepResult.done(
                        "VMRunning",
                        "Machine %s is running at %s."
                                .formatted(
                                        scope.machineName(), running.addresses().getFirst()));
            case MachineState.Starting starting ->
                StepResult.waiting("VMStarting", starting.awaited(), poll(scope, CREATED));
            case MachineState.Broken broken -> {
                scope.fail(broken.reason(), broken.message());
                yield StepResult.failed(broken.reason(), broken.message());
            }
            case MachineState.Leaving leaving -> leaving(scope);
            case MachineState.Absent absent ->
                StepResult.waiting(
                        "VMStarting", "The infrastructure does not report the machine yet.", poll(scope, CREATED));
        };
    }

    List<Step<MachineReconcileContext>> removal() {
        return List.of(
                Step.of(ProviderConnector.STEP, this::enterToRemove),
                Step.of(GONE, scope -> door.guarded(scope, FAILED, () -> remove(scope))));
    }

    private StepResult enterToRemove(MachineReconcileContext scope) {
        return scope.isAbandoned()
                ? StepResult.done()
                : door.enterToRemove(scope, "The machine is kept until then. " + giveUp(scope));
    }

    private static String giveUp(MachineReconcileContext scope) {
        return "If the infrastructure no longer exists, annotate this MachineRequest with %s=%s to abandon the machine."
                .formatted(Annotations.ABANDON_MACHINE, scope.machineName());
    }

    private StepResult remove(MachineReconcileContext scope) {
        if (scope.isAbandoned()) {
            return gone(
                    scope,
                    "VMAbandoned",
                    "Machine %s abandoned as requested by the annotation; its remaining resources stay on the infrastructure.");
        }
        MachineState state =
                scope.ask(infrastructure -> infrastructure.machines().observe(scope.id()));
        scope.saw(state);
        if (state instanceof MachineState.Absent) {
            return gone(scope, "VMDeleted", "Machine %s deleted.");
        }
        scope.ask(infrastructure -> {
            infrastructure.machines().delete(scope.id());
            return true;
        });
        return StepResult.waiting(
                "VMDeleting",
                "Deleting machine %s.".formatted(scope.machineName()),
                poll(scope, ConditionEditor.READY));
    }

    private StepResult gone(MachineReconcileContext scope, String reason, String sentence) {
        door.forget(ObjectName.from(scope.request()), scope.config());
        return StepResult.done(reason, sentence.formatted(scope.machineName()));
    }

    /** Polls often at first, later rarely; the transition time of the condition is the start. */
    private Duration poll(MachineReconcileContext scope, String condition) {
        List<Condition> conditions =
                scope.before().map(MachineRequestStatus::conditions).orElse(List.of());
        Optional<Instant> since = ConditionEditor.find(conditions, condition)
                .map(Condition::getLastTransitionTime)
                .map(Instant::parse);
        boolean eager = since.filter(
                        time -> time.plus(door.options().eagerFor()).isBefore(clock.instant()))
                .isEmpty();
        return eager ? door.options().eagerPoll() : door.options().patientPoll();
    }
}
