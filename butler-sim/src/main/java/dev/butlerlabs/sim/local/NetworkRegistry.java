package dev.butlerlabs.sim.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The networks of the engine. The lock of {@link ContainerRegistry} guards it. */
final class NetworkRegistry {
    private static final String PREDEFINED = "bridge";

    private final Map<String, NetworkRecord> networks = new LinkedHashMap<>();
    private final DockerIds ids;

    NetworkRegistry(DockerIds ids) {
        this.ids = ids;
        add(PREDEFINED, CidrBlock.parse("172.17.0.0/16"), false, DockerJson.object());
    }

    /**
     * A network.
     *
     * @param configured whether the client chose the subnet
     */
    record NetworkRecord(String id, String name, CidrBlock subnet, boolean configured, ObjectNode body) {
        Map<String, String> labels() {
            return DockerJson.texts(body.path("Labels"));
        }

        ObjectNode inspection(List<ContainerRecord> members) {
            ObjectNode inspection =
                    DockerJson.object().put("Id", id).put("Name", name).put("Driver", "bridge");
            inspection
                    .putObject("IPAM")
                    .put("Driver", "default")
                    .putArray("Config")
                    .addObject()
                    .put("Subnet", subnet.toString());
            inspection.set("Labels", DockerJson.object(labels()));
            inspection.set("Options", DockerJson.object(DockerJson.texts(body.path("Options"))));
            ObjectNode containers = inspection.putObject("Containers");
            members.forEach(member -> containers
                    .putObject(member.id)
                    .put("Name", member.name)
                    .put("IPv4Address", member.address().orElse("")));
            return inspection;
        }
    }

    private NetworkRecord add(String name, CidrBlock subnet, boolean configured, ObjectNode body) {
        NetworkRecord network = new NetworkRecord(ids.next(), name, subnet, configured, body);
        networks.put(network.id(), network);
        return network;
    }

    NetworkRecord create(ObjectNode body) {
        String name = body.path("Name").asText();
        if (find(name).isPresent()) {
            throw new DockerApiException(409, "network with name %s already exists".formatted(name));
        }
        JsonNode subnet = body.at("/IPAM/Config/0/Subnet");
        return subnet.isTextual() ? configured(name, subnet.asText(), body) : add(name, freeSubnet(), false, body);
    }

    private NetworkRecord configured(String name, String text, ObjectNode body) {
        CidrBlock subnet = CidrBlock.tryParse(text)
                .orElseThrow(() -> new DockerApiException(400, "invalid network config: invalid subnet " + text));
        if (isTaken(subnet)) {
            throw new DockerApiException(
                    403, "invalid pool request: Pool overlaps with other one on this address space");
        }
        return add(name, subnet, true, body);
    }

    private boolean isTaken(CidrBlock subnet) {
        return networks.values().stream()
                .anyMatch(network -> network.subnet().range().overlaps(subnet.range()));
    }

    /** Selects a subnet of the default pools, which have 30 in addition to that of the predefined network. */
    private CidrBlock freeSubnet() {
        return Stream.concat(
                        IntStream.rangeClosed(18, 31).mapToObj("172.%d.0.0/16"::formatted),
                        IntStream.range(0, 16).mapToObj(i -> "192.168.%d.0/20".formatted(i * 16)))
                .map(CidrBlock::parse)
                .filter(subnet -> !isTaken(subnet))
                .findFirst()
                .orElseThrow(
                        () -> new DockerApiException(400, "all predefined address pools have been fully subnetted"));
    }

    Optional<NetworkRecord> find(String nameOrId) {
        return networks.values().stream()
                .filter(network ->
                        network.id().equals(nameOrId) || network.name().equals(nameOrId))
                .findFirst();
    }

    NetworkRecord require(String nameOrId) {
        return find(nameOrId)
                .orElseThrow(() -> new DockerApiException(404, "network %s not found".formatted(nameOrId)));
    }

    List<NetworkRecord> list(DockerFilters filters) {
        return networks.values().stream()
                .filter(network -> filters.acceptsName(network.name()))
                .filter(network -> filters.accepts(network.labels()))
                .toList();
    }

    void remove(NetworkRecord network, List<ContainerRecord> members) {
        if (network.name().equals(PREDEFINED)) {
            throw new DockerApiException(403, "bridge is a pre-defined network and cannot be removed");
        }
        if (!members.isEmpty()) {
            throw new DockerApiException(
                    403,
                    "error while removing network: network %s has active endpoints (name:\"%s\" id:\"%.12s\")"
                            .formatted(network.name(), members.getFirst().name, members.getFirst().id));
        }
        networks.remove(network.id());
    }

    /** Rejects an address that the network of a container cannot assign. */
    static void checkAddress(NetworkRecord network, ContainerRecord container, List<ContainerRecord> members) {
        container.requestedAddress().ifPresent(address -> {
            if (!network.configured()) {
                throw new DockerApiException(
                        400,
                        "user specified IP address is supported only when connecting to networks with user configured subnets");
            }
            if (!network.subnet().contains(IpAddress.parse(address))) {
                throw new DockerApiException(
                        400, "invalid endpoint settings: no configured subnet contains IP address " + address);
            }
            if (members.stream().anyMatch(member -> member.address().equals(Optional.of(address)))) {
                throw new DockerApiException(403, "failed to set up container networking: Address already in use");
            }
        });
    }

    List<String> leftovers() {
        return networks.values().stream()
                .map(NetworkRecord::name)
                .filter(name -> !name.equals(PREDEFINED))
                .map("network "::concat)
                .toList();
    }
}
