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

/** One run over a MachineRequest: what is wanted, what is known, and what was seen. */
final class MachineScope extends ProviderScope {
    private final MachineRequest request;
    private Optional<MachineState> seen = Optional.empty();

    MachineScope(MachineRequest request) {
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

    /** The operator gives the machine up; naming it keeps an annotation that was copied from elsewhere without effect. */
    boolean isAbandoned() {
        return annotation(Annotations.ABANDON_MACHINE)
                .filter(machineName()::equals)
                .isPresent();
    }

    Optional<MachineRequestStatus> before() {
        return Optional.ofNullable(request.getStatus());
    }

    /** Whether the machine was once seen running: only then has it an address. */
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
