package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import java.util.List;

/** Checks whether the hosts of a cluster have enough memory. Prism does not report free memory; it is computed. */
final class MemoryCapacityCheck {
    private static final long MIB_PER_GIB = 1024;

    private final PrismListReader listing;

    MemoryCapacityCheck(PrismClient prism) {
        this.listing = new PrismListReader(prism);
    }

    Result forMachines(String cluster, List<MachineSpec> machines) {
        long total = sum(cluster, "host", "/hosts", "/status/resources/memory_capacity_mib");
        if (total == 0) {
            return new Result.Unknown("The user cannot read the hosts of the cluster.");
        }
        long used = sum(cluster, "vm", "/vms", "/status/resources/memory_size_mib");
        long wanted = machines.stream().mapToLong(MachineSpec::memoryMiB).sum();
        return judge(total, used, wanted);
    }

    static Result judge(long total, long used, long wanted) {
        String figures = "%d GiB requested; the hosts have %d GiB, of which virtual machines use %d GiB"
                .formatted(wanted / MIB_PER_GIB, total / MIB_PER_GIB, used / MIB_PER_GIB);
        if (wanted > total) {
            return new Result.Failed(figures + ".", "Use fewer or smaller machines, or another cluster.");
        }
        return wanted > total - used
                ? new Result.Doubtful(figures + ".", "Existing machines of this cluster are included.")
                : new Result.Passed(figures + ".");
    }

    private long sum(String cluster, String kind, String path, String field) {
        return listing.all(kind, path).stream()
                .filter(entity -> PrismReferenceResolver.clusterOf(entity).equals(cluster))
                .filter(entity ->
                        !entity.at("/status/resources/power_state").asText("ON").equals("OFF"))
                .map(entity -> entity.at(field))
                .mapToLong(JsonNode::asLong)
                .sum();
    }
}
