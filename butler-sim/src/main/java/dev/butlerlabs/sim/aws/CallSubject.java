package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Determines the operation and target of a call, for fault injection. */
final class CallSubject {
    private CallSubject() {}

    static SimulatedOperation operation(AwsCall call) {
        String action = call.action();
        if (action.startsWith("Run") || action.startsWith("Create") || action.equals("RegisterImage")) {
            return SimulatedOperation.CREATE;
        }
        if (action.startsWith("Terminate") || action.startsWith("Delete") || action.startsWith("Deregister")) {
            return SimulatedOperation.DELETE;
        }
        if (action.startsWith("Describe") || action.startsWith("Get")) {
            return isAboutOne(call) ? SimulatedOperation.READ : SimulatedOperation.LIST;
        }
        return SimulatedOperation.UPDATE;
    }

    private static boolean isAboutOne(AwsCall call) {
        return call.action().startsWith("Get")
                || machine(call).isPresent()
                || call.find("InstanceId.1").isPresent()
                || call.find("Names.member.1").isPresent();
    }

    static String about(AwsCall call, AwsRegionState cloud) {
        return made(call)
                .or(() -> machine(call))
                .or(() -> call.find("Name"))
                .or(() -> call.find("Names.member.1"))
                .or(() -> call.find("InstanceId.1")
                        .or(() -> call.find("InstanceId"))
                        .flatMap(cloud::instance)
                        .map(SimulatedInstance::name))
                .orElse("");
    }

    private static Optional<String> made(AwsCall call) {
        return Optional.ofNullable(call.tags("TagSpecification.1.Tag").get("Name"));
    }

    /** Returns the name in a filter for one machine. */
    private static Optional<String> machine(AwsCall call) {
        Map<String, List<String>> filters = call.filters();
        return filters.entrySet().stream()
                .filter(filter ->
                        filter.getKey().equals("tag:Name") || filter.getKey().endsWith("/machine"))
                .filter(filter -> filter.getValue().size() == 1)
                .map(filter -> filter.getValue().getFirst())
                .findFirst();
    }
}
