package dev.butlerlabs.sim.toy;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** One toy server with the token to use it. */
final class ToyInfrastructure implements ConnectedInfrastructure, MachineOperations {
    private final String address;
    private final SensitiveText token;

    ToyInfrastructure(String address, SensitiveText token) {
        this.address = address;
        this.token = token;
    }

    @Override
    public MachineOperations machines() {
        return this;
    }

    @Override
    public MachineState observe(MachineId id) {
        return ours(id).stream().findFirst().map(ToyInfrastructure::state).orElseGet(MachineState.Absent::new);
    }

    @Override
    public MachineState create(MachineSpec spec) {
        MachineId id = spec.id();
        List<SimulatedMachine> named = named(id.name());
        if (named.stream().anyMatch(machine -> !isOurs(machine, id))) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE, "Machine %s on Toy is somebody else's.".formatted(id.name()));
        }
        if (named.isEmpty()) {
            String made = ask(
                    SimulatedOperation.CREATE,
                    id.name(),
                    server -> server.create(
                            id.name(), OwnershipTags.marks(id), spec.userData().map(SensitiveText::value)));
            return new MachineState.Starting("toy://" + made, "It boots.");
        }
        // Of several the oldest stays.
        named.stream().skip(1).forEach(younger -> remove(younger.id()));
        return state(named.getFirst());
    }

    @Override
    public void delete(MachineId id) {
        ours(id).forEach(machine -> remove(machine.id()));
    }

    @Override
    public List<OwnedResource> owned() {
        return ask(SimulatedOperation.LIST, "", ToyServer::machines).stream()
                .flatMap(machine -> OwnershipTags.owner(machine.marks())
                        .map(owner -> new OwnedResource("machine", machine.name(), "toy://" + machine.id(), owner))
                        .stream())
                .toList();
    }

    @Override
    public void remove(OwnedResource resource) {
        remove(resource.providerId().substring("toy://".length()));
    }

    @Override
    public List<PreflightCheck> preflight(PreflightInput plan) {
        return List.of(new PreflightCheck(
                "Credentials",
                "Is the token known?",
                () -> new PreflightCheck.Result.Passed("Version " + version() + " answers.")));
    }

    @Override
    public String version() {
        return ask(SimulatedOperation.READ, "", server -> "1.0-toy");
    }

    @Override
    public void close() {
        // There is no connection to close.
    }

    private List<SimulatedMachine> ours(MachineId id) {
        return named(id.name()).stream().filter(machine -> isOurs(machine, id)).toList();
    }

    private List<SimulatedMachine> named(String name) {
        return ask(SimulatedOperation.READ, name, ToyServer::machines).stream()
                .filter(machine -> machine.name().equals(name))
                .toList();
    }

    private static boolean isOurs(SimulatedMachine machine, MachineId id) {
        return OwnershipTags.owner(machine.marks()).equals(Optional.of(id.owner()));
    }

    private void remove(String id) {
        ask(SimulatedOperation.DELETE, id, server -> {
            server.delete(id);
            return true;
        });
    }

    private static MachineState state(SimulatedMachine machine) {
        String providerId = "toy://" + machine.id();
        return switch (machine.power()) {
            case BOOTING -> new MachineState.Starting(providerId, "It boots.");
            case ON ->
                new MachineState.Running(
                        providerId, machine.address().stream().toList(), Optional.empty(), Optional.empty());
            case OFF -> new MachineState.Broken(providerId, "VMStopped", "It is switched off.");
            case LEAVING -> new MachineState.Leaving(providerId);
        };
    }

    /** Asks, and turns whatever comes back into Butler's words. */
    private <T> T ask(SimulatedOperation operation, String about, Question<T> question) {
        return translated(() -> {
            ToyServer server = ToyServer.at(address, token.value());
            return server.ask(operation, about, () -> question.answer(server));
        });
    }

    private interface Question<T> {
        T answer(ToyServer server);
    }

    private static <T> T translated(Supplier<T> call) {
        try {
            return call.get();
        } catch (ToyServer.Trouble trouble) {
            ErrorCode code = switch (trouble.kind()) {
                case UNAUTHORIZED -> ErrorCode.UNAUTHENTICATED;
                case THROTTLE -> ErrorCode.THROTTLED;
                case ERROR_STORM -> ErrorCode.PROVIDER_TROUBLED;
                case QUOTA -> ErrorCode.QUOTA;
                case REFUSE,
                        LOST_RESPONSE,
                        DELAY,
                        NO_ADDRESS,
                        SLOW_BOOT,
                        IGNORES_USER_DATA,
                        VANISH,
                        STOP,
                        IMAGE_NOT_FOUND,
                        JOB_FAILURE,
                        CHART_ERROR,
                        HOOK_HANG,
                        UPGRADE_HANG,
                        UPGRADE_FALLBACK,
                        UPGRADE_NO_BOOT,
                        DISK_FULL,
                        KUBELET_HANG,
                        STUCK_LEARNER,
                        ETCD_STOPPED,
                        NODE_FULL,
                        PROVISIONING_TIMEOUT,
                        TRUNCATED_BODY -> ErrorCode.UNREACHABLE;
            };
            throw new ButlerException(code, "The toy server says: %s.".formatted(trouble.getMessage()), trouble);
        }
    }
}
