package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRequestStatusBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.ObjectReference;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Optional;

/** A kind of Butler's own on the host: enums, times and conditions pass through the real definition. */
final class MachineReconciliation
        implements ReconcilerDefinition<MachineRequest, MachineRequestStatus, MachineReconciliation.Scope> {
    private static final PhaseMapper<Phase> PHASES = PhaseMapper.of(
                    Phase.RUNNING, Phase.FAILED, Phase.DELETING, Phase.PENDING)
            .at("Running", Phase.CREATING);

    static MachineRequest request(String namespace, String name) {
        MachineRequest request = new MachineRequest();
        request.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        request.setSpec(MachineRequestSpecBuilder.builder()
                .providerRef(new ObjectReference("rack-one", namespace))
                .machineName(name)
                .role(MachineRole.CONTROL_PLANE)
                .cpu(4)
                .memoryMB(8192)
                .diskGB(40)
                .build());
        return request;
    }

    /** What the steps find out about the machine. */
    static final class Scope {
        private final String machine;
        private Optional<String> providerId = Optional.empty();

        Scope(String machine) {
            this.machine = machine;
        }
    }

    @Override
    public String name() {
        return "machine-request";
    }

    @Override
    public Class<MachineRequest> kind() {
        return MachineRequest.class;
    }

    @Override
    public Scope scope(MachineRequest resource) {
        return new Scope(resource.getSpec().machineName());
    }

    @Override
    public List<Step<Scope>> steps() {
        return List.of(
                Step.of("Created", MachineReconciliation::create), Step.of("Running", scope -> StepResult.done()));
    }

    private static StepResult create(Scope scope) {
        scope.providerId = Optional.of("test://" + scope.machine);
        return StepResult.done("Machine %s created.".formatted(scope.machine));
    }

    @Override
    public List<Condition> conditions(MachineRequest resource) {
        return before(resource).map(MachineRequestStatus::conditions).orElse(List.of());
    }

    @Override
    public MachineRequestStatus status(MachineRequest resource, Scope scope, ReconcileOutcome outcome) {
        return MachineRequestStatusBuilder.builder()
                .phase(PHASES.of(outcome, before(resource).map(MachineRequestStatus::phase)))
                .providerID(scope.providerId.orElse(null))
                .observedGeneration(outcome.generation())
                .lastUpdated(outcome.time())
                .conditions(outcome.conditions())
                .build();
    }

    private static Optional<MachineRequestStatus> before(MachineRequest resource) {
        return Optional.ofNullable(resource.getStatus());
    }
}
