package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.NetworkSettings;
import com.github.dockerjava.api.model.Ports;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Converts inspection results of containers. */
final class ContainerInspection {
    private ContainerInspection() {}

    static ContainerState state(InspectContainerResponse container) {
        Optional<NetworkSettings> settings = Optional.ofNullable(container.getNetworkSettings());
        Optional<Map.Entry<String, ContainerNetwork>> network = settings.flatMap(ContainerInspection::network);
        InspectContainerResponse.ContainerState state = container.getState();
        return new ContainerState(
                container.getId(),
                container.getName().replaceFirst("^/", ""),
                Optional.ofNullable(container.getConfig().getLabels()).orElse(Map.of()),
                ContainerStatus.parse(state.getStatus(), Boolean.TRUE.equals(state.getRunning())),
                network.map(Map.Entry::getKey),
                network.map(entry -> entry.getValue().getIpAddress()).filter(text -> !text.isEmpty()),
                network.map(entry -> entry.getValue().getMacAddress()).filter(text -> !text.isEmpty()),
                settings.map(NetworkSettings::getPorts)
                        .map(ContainerInspection::ports)
                        .orElse(List.of()),
                Optional.ofNullable(container.getHostConfig())
                        .map(HostConfig::getPortBindings)
                        .map(ContainerInspection::reserved)
                        .orElse(Set.of()),
                Objects.requireNonNullElse(state.getError(), ""));
    }

    /** Returns the network in which the container has an address; otherwise any. */
    private static Optional<Map.Entry<String, ContainerNetwork>> network(NetworkSettings settings) {
        Map<String, ContainerNetwork> networks = Objects.requireNonNullElse(settings.getNetworks(), Map.of());
        return networks.entrySet().stream()
                .filter(entry -> entry.getValue().getIpAddress() != null
                        && !entry.getValue().getIpAddress().isEmpty())
                .findFirst()
                .or(() -> networks.entrySet().stream().findFirst());
    }

    private static List<PublishedPort> ports(Ports ports) {
        return ports.getBindings().entrySet().stream()
                .flatMap(entry -> published(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Returns the fixed ports of the host; without one, the engine chooses a port at every start. */
    private static Set<Integer> reserved(Ports ports) {
        return ports.getBindings().values().stream()
                .filter(Objects::nonNull)
                .flatMap(Arrays::stream)
                .map(Ports.Binding::getHostPortSpec)
                .filter(port -> port != null && port.matches("[1-9]\\d*"))
                .map(Integer::valueOf)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Stream<PublishedPort> published(ExposedPort inside, Ports.Binding[] bindings) {
        return bindings == null
                ? Stream.empty()
                : Arrays.stream(bindings)
                        .map(binding -> new PublishedPort(
                                binding.getHostIp(), Integer.parseInt(binding.getHostPortSpec()), inside.getPort()));
    }
}
