package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.talos.patch.ConfigurationPatch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renders the network interface of a machine with a static address for Talos. It is merged last and extends the settings of the interface.
 */
final class StaticNetworkRenderer {
    private StaticNetworkRenderer() {}

    static ConfigurationPatch patch(MachineAddress address) {
        Map<String, Object> card = new LinkedHashMap<>();
        card.put("deviceSelector", Map.of("physical", true));
        card.put("dhcp", false);
        card.put("addresses", List.of(address.cidr()));
        Optional.ofNullable(address.gateway())
                .ifPresent(gateway -> card.put("routes", List.of(Map.of("network", "0.0.0.0/0", "gateway", gateway))));
        Map<String, Object> network = Map.of("interfaces", List.of(card));
        return new ConfigurationPatch.StrategicMerge(
                "the address of the machine", List.of(Map.of("machine", Map.of("network", network))));
    }
}
