package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.NetworkSettings;
import com.github.dockerjava.api.model.Ports;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Converts inspection results of containers. */
final class ContainerInspection {
    private ContainerInspection() {}

    static ContainerState state(InspectContainerResponse container) {
        Optional<NetworkSettings> network = Optional.ofNullable(container.getNetworkSettings());
        return new ContainerState(
                container.getId(),
                container.getName().replaceFirst("^/", ""),
                Optional.ofNullable(container.getConfig().getLabels()).orElse(Map.of()),
                Boolean.TRUE.equals(container.getState().getRunning()),
                network.flatMap(ContainerInspection::address),
                network.map(NetworkSettings::getPorts)
                        .map(ContainerInspection::ports)
                        .orElse(List.of()));
    }

    private static Optional<String> address(NetworkSettings settings) {
        return Objects.requireNonNullElse(settings.getNetworks(), Map.<String, ContainerNetwork>of()).values().stream()
                .map(ContainerNetwork::getIpAddress)
                .filter(address -> address != null && !address.isEmpty())
                .findFirst();
    }

    private static List<PublishedPort> ports(Ports ports) {
        return ports.getBindings().entrySet().stream()
                .flatMap(entry -> published(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Stream<PublishedPort> published(ExposedPort inside, Ports.Binding[] bindings) {
        return bindings == null
                ? Stream.empty()
                : Arrays.stream(bindings)
                        .map(binding -> new PublishedPort(
                                binding.getHostIp(), Integer.parseInt(binding.getHostPortSpec()), inside.getPort()));
    }
}
