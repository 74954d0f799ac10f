package dev.butlerlabs.sim.talos;

import com.google.protobuf.Empty;
import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import java.util.Optional;
import java.util.Set;

/** Rejects methods that the simulated machine does not have, with the messages of a real one. */
final class UnknownMethods extends HandlerRegistry {
    private static final Set<String> SERVICES =
            Set.of("machine.MachineService", "storage.StorageService", "cosi.resource.State");
    /** Methods of the real machine service that are not simulated. */
    private static final Set<String> NOT_SIMULATED = Set.of(
            "Copy",
            "CPUInfo",
            "CPUFreqStats",
            "Containers",
            "DiskStats",
            "DiskUsage",
            "EtcdAlarmDisarm",
            "EtcdDefragment",
            "GenerateClientConfiguration",
            "GenerateConfiguration",
            "ImageList",
            "ImagePull",
            "List",
            "LoadAvg",
            "LogsContainers",
            "Memory",
            "MetaDelete",
            "MetaWrite",
            "Mounts",
            "Netstat",
            "NetworkDeviceStats",
            "PacketCapture",
            "Processes",
            "Restart",
            "ServiceRestart",
            "ServiceStart",
            "ServiceStop",
            "Stats",
            "SystemStat");

    private final SimulatedNode node;

    UnknownMethods(SimulatedNode node) {
        this.node = node;
    }

    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String fullName, String authority) {
        MethodDescriptor<Empty, Empty> method = MethodDescriptor.<Empty, Empty>newBuilder()
                .setType(MethodDescriptor.MethodType.UNKNOWN)
                .setFullMethodName(fullName)
                .setRequestMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
                .setResponseMarshaller(ProtoUtils.marshaller(Empty.getDefaultInstance()))
                .build();
        return ServerMethodDefinition.create(method, rejectAll(method));
    }

    private ServerCallHandler<Empty, Empty> rejectAll(MethodDescriptor<Empty, Empty> method) {
        return (ServerCall<Empty, Empty> call, Metadata headers) ->
                RequestForwarder.rejected(call, Status.UNIMPLEMENTED.withDescription(reason(method)));
    }

    private String reason(MethodDescriptor<?, ?> method) {
        String service = Optional.ofNullable(method.getServiceName()).orElse("");
        String name = Optional.ofNullable(method.getBareMethodName()).orElse("");
        if (!SERVICES.contains(service)) {
            return "unknown service " + service;
        }
        if (service.equals("machine.MachineService") && NOT_SIMULATED.contains(name)) {
            boolean ofMaintenance = Set.of("MetaWrite", "MetaDelete").contains(name);
            return ofMaintenance && node.document().isEmpty()
                    ? AuthInterceptor.NOT_IN_MAINTENANCE
                    : "method %s not implemented".formatted(name);
        }
        return "unknown method %s for service %s".formatted(name, service);
    }
}
