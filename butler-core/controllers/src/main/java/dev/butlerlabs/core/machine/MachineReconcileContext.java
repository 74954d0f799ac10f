package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpec;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds the state of one reconciliation of a MachineRequest. */
final class MachineReconcileContext extends ProviderReconcileContext {
    private final MachineRequest request;
    private Optional<MachineState> seen = Optional.empty();

    MachineReconcileContext(MachineRequest request) {
        super(request, "spec.providerRef", request.getSpec().providerRef());
        this.request = request;
    }

    MachineRequest request() {
        return request;
    }

    String machineName() {
        return request.getSpec().machineName();
    }

    MachineId id() {
        return new MachineId(machineName(), owner());
    }

    /**
     * Returns whether the operator abandons the machine. The annotation must name the machine, so that a copied annotation has no effect.
     */
    boolean isAbandoned() {
        return annotation(Annotations.ABANDON_MACHINE)
                .filter(machineName()::equals)
                .isPresent();
    }

    Optional<MachineRequestStatus> before() {
        return Optional.ofNullable(request.getStatus());
    }

    /** Returns whether the machine was running once: only then it has an address. */
    boolean hasRun() {
        return before().map(MachineRequestStatus::ipAddress).isPresent();
    }

    void saw(MachineState state) {
        seen = Optional.of(state);
    }

    Optional<MachineState> seen() {
        return seen;
    }

    MachineSpec wanted(Optional<SensitiveText> userData) {
        MachineRequestSpec spec = request.getSpec();
        return MachineSpecBuilder.builder()
                .id(id())
                .role(spec.role())
                .cpu(spec.cpu())
                .memoryMiB(spec.memoryMB())
                .diskGiB(spec.diskGB())
                .extraDisks(Optional.ofNullable(spec.extraDisks()).orElse(List.of()))
                .image(Optional.ofNullable(spec.image()).filter(image -> !image.isBlank()))
                .userData(userData)
                .networkData(Optional.ofNullable(spec.networkData()))
                .zone(annotation(Annotations.AVAILABILITY_ZONE).filter(zone -> !zone.isBlank()))
                .labels(Optional.ofNullable(spec.labels()).orElse(Map.of()))
                .address(Optional.ofNullable(spec.address()))
                .build();
    }
}
