package dev.butlerlabs.core.talos.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.butlerlabs.core.talos.client.NodeEvent.Happening;
import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.core.talos.wire.Storage;
import java.util.Locale;

/** Converts messages of the Talos API to the records of this package. */
final class ResponseConverter {
    private ResponseConverter() {}

    static TalosNodeVersion version(Machine.Version answer) {
        Machine.VersionInfo info = answer.getVersion();
        return new TalosNodeVersion(
                info.getTag(),
                info.getSha(),
                info.getOs(),
                info.getArch(),
                answer.getPlatform().getName(),
                answer.getPlatform().getMode());
    }

    static NodeService service(Machine.ServiceInfo info) {
        Machine.ServiceHealth health = info.getHealth();
        return new NodeService(info.getId(), info.getState(), health(health), message(info));
    }

    private static NodeService.Health health(Machine.ServiceHealth health) {
        if (health.getUnknown()) {
            return NodeService.Health.UNKNOWN;
        }
        return health.getHealthy() ? NodeService.Health.HEALTHY : NodeService.Health.UNHEALTHY;
    }

    private static String message(Machine.ServiceInfo info) {
        if (!info.getHealth().getLastMessage().isEmpty()) {
            return info.getHealth().getLastMessage();
        }
        int count = info.getEvents().getEventsCount();
        return count == 0 ? "" : info.getEvents().getEvents(count - 1).getMsg();
    }

    static NodeDisk disk(Storage.Disk disk) {
        return new NodeDisk(
                disk.getDeviceName(),
                disk.getModel(),
                disk.getSerial(),
                disk.getType().name().toLowerCase(Locale.ROOT),
                disk.getSize(),
                disk.getBusPath(),
                disk.getSystemDisk());
    }

    static Machine.ResetRequest reset(ResetOptions options) {
        Machine.ResetRequest.Builder request = Machine.ResetRequest.newBuilder()
                .setGraceful(options.graceful())
                .setReboot(options.reboot())
                .setMode(Machine.ResetRequest.WipeMode.valueOf(options.wipe().name()))
                .addAllUserDisksToWipe(options.userDisks());
        for (String label : options.partitions()) {
            request.addSystemPartitionsToWipe(
                    Machine.ResetPartitionSpec.newBuilder().setLabel(label).setWipe(true));
        }
        return request.build();
    }

    static NodeEvent event(Machine.Event event) {
        return new NodeEvent(event.getId(), event.getActorId(), happening(event.getData()));
    }

    private static Happening happening(Any data) {
        String type = data.getTypeUrl().substring(data.getTypeUrl().lastIndexOf('/') + 1);
        try {
            return switch (type) {
                case "machine.SequenceEvent" -> sequence(data.unpack(Machine.SequenceEvent.class));
                case "machine.PhaseEvent" -> {
                    Machine.PhaseEvent phase = data.unpack(Machine.PhaseEvent.class);
                    yield new Happening.Phase(phase.getPhase(), word(phase.getAction()));
                }
                case "machine.TaskEvent" -> {
                    Machine.TaskEvent task = data.unpack(Machine.TaskEvent.class);
                    yield new Happening.Task(task.getTask(), word(task.getAction()));
                }
                case "machine.ServiceStateEvent" -> {
                    Machine.ServiceStateEvent service = data.unpack(Machine.ServiceStateEvent.class);
                    yield new Happening.Service(service.getService(), word(service.getAction()), service.getMessage());
                }
                case "machine.MachineStatusEvent" -> stage(data.unpack(Machine.MachineStatusEvent.class));
                case "machine.ConfigValidationErrorEvent" ->
                    new Happening.BadConfiguration(data.unpack(Machine.ConfigValidationErrorEvent.class)
                            .getError());
                default -> new Happening.Unknown(type);
            };
        } catch (InvalidProtocolBufferException e) {
            return new Happening.Unknown(type);
        }
    }

    private static Happening sequence(Machine.SequenceEvent event) {
        return new Happening.Sequence(
                event.getSequence(), word(event.getAction()), event.getError().getMessage());
    }

    private static Happening stage(Machine.MachineStatusEvent event) {
        return new Happening.Stage(new MachineStatus(
                MachineStage.parse(
                        event.getStage().name().toLowerCase(Locale.ROOT).replace('_', ' ')),
                event.getStatus().getReady(),
                event.getStatus().getUnmetConditionsList().stream()
                        .map(condition -> condition.getName() + ": " + condition.getReason())
                        .toList()));
    }

    private static String word(Enum<?> action) {
        return action.name().toLowerCase(Locale.ROOT);
    }
}
