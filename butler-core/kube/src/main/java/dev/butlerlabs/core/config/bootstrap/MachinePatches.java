package dev.butlerlabs.core.config.bootstrap;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigPatch;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Operation;
import java.util.ArrayList;
import java.util.List;

/** Converts settings of the file to machine configuration patches. */
final class MachinePatches {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private MachinePatches() {}

    static List<ConfigPatch> of(TalosSettings talos, NetworkSettings network) {
        List<ConfigPatch> patches = new ArrayList<>();
        if (!talos.timeServers().isEmpty()) {
            patches.add(time(talos.timeServers()));
        }
        network.mtu().map(MachinePatches::mtu).ifPresent(patches::add);
        return patches;
    }

    private static ConfigPatch time(List<String> servers) {
        ObjectNode time = JSON.objectNode();
        servers.forEach(time.putArray("servers")::add);
        return new ConfigPatch(Operation.ADD, "/machine/time", time.toString());
    }

    private static ConfigPatch mtu(int mtu) {
        ObjectNode device = JSON.objectNode();
        device.putObject("deviceSelector").put("physical", true);
        device.put("dhcp", true).put("mtu", mtu);
        return new ConfigPatch(
                Operation.ADD,
                "/machine/network/interfaces",
                JSON.arrayNode().add(device).toString());
    }
}
