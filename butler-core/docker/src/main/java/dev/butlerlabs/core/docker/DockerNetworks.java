package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateNetworkCmd;
import com.github.dockerjava.api.model.Network;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Manages the networks of an engine. Thread-safe. */
public final class DockerNetworks {
    private final DockerClient requests;
    private final DockerErrorMapper answers;

    DockerNetworks(DockerClient requests, DockerErrorMapper answers) {
        this.requests = requests;
        this.answers = answers;
    }

    /** Returns the networks with exactly this name. Names are not unique. */
    public List<NetworkState> named(String name) {
        return answers
                .to(
                        "listing networks",
                        () -> requests.listNetworksCmd()
                                .withNameFilter("^" + name + "$")
                                .exec())
                .stream()
                .flatMap(network -> inspect(network.getId()).stream())
                .toList();
    }

    /**
     * Returns a network by name or ID.
     *
     * @return empty if it does not exist
     */
    public Optional<NetworkState> inspect(String nameOrId) {
        try {
            return Optional.of(state(answers.to(
                    "inspecting network " + nameOrId,
                    () -> requests.inspectNetworkCmd().withNetworkId(nameOrId).exec())));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static NetworkState state(Network network) {
        return new NetworkState(
                network.getId(),
                network.getName(),
                Objects.requireNonNullElse(network.getContainers(), Map.of()).size(),
                network.getIpam() == null || network.getIpam().getConfig() == null
                        ? List.of()
                        : network.getIpam().getConfig().stream()
                                .map(Network.Ipam.Config::getSubnet)
                                .filter(Objects::nonNull)
                                .toList(),
                Objects.requireNonNullElse(network.getOptions(), Map.of()),
                Objects.requireNonNullElse(network.getLabels(), Map.of()));
    }

    /** Returns all networks. The number of connected containers is not determined. */
    public List<NetworkState> all() {
        return answers.to("listing networks", () -> requests.listNetworksCmd().exec()).stream()
                .map(DockerNetworks::state)
                .toList();
    }

    /** Returns the networks with these labels. The number of connected containers is not determined. */
    public List<NetworkState> labelled(Map<String, String> labels) {
        return answers
                .to(
                        "listing networks",
                        () -> requests.listNetworksCmd()
                                .withFilter("label", DockerLabels.filter(labels))
                                .exec())
                .stream()
                .map(DockerNetworks::state)
                .toList();
    }

    public void create(NetworkSpec spec) {
        answers.to("creating network " + spec.name(), () -> command(spec).exec());
    }

    private CreateNetworkCmd command(NetworkSpec spec) {
        CreateNetworkCmd command = requests.createNetworkCmd()
                .withName(spec.name())
                .withDriver("bridge")
                .withCheckDuplicate(true)
                .withOptions(spec.options())
                .withLabels(spec.labels());
        spec.subnet6().ifPresent(_ -> command.withEnableIpv6(true));
        List<Network.Ipam.Config> ranges = Stream.concat(
                        spec
                                .subnet()
                                .map(subnet -> new Network.Ipam.Config()
                                        .withSubnet(subnet)
                                        .withGateway(spec.gateway().orElse(null)))
                                .stream(),
                        spec.subnet6().map(subnet -> new Network.Ipam.Config().withSubnet(subnet)).stream())
                .toList();
        return ranges.isEmpty()
                ? command
                : command.withIpam(new Network.Ipam().withDriver("default").withConfig(ranges));
    }

    /** Removes a network without containers. */
    public void remove(String id) {
        answers.to("removing network " + id, () -> requests.removeNetworkCmd(id).exec());
    }
}
