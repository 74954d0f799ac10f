package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.discovery.DiscoveredNetwork;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import dev.butlerlabs.core.provider.rest.CaCertificates;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds clusters, subnets, images and storage containers in Prism Central. */
final class NutanixDiscovery implements SettingsDiscovery {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Override
    public List<SettingQuestion> questions() {
        return List.of(
                SettingQuestion.required(
                        "endpoint", Kind.TEXT, "Prism Central endpoint, such as https://prism.example.com"),
                SettingQuestion.optional("port", Kind.TEXT, "Port of Prism Central")
                        .withPreset("9440"),
                SettingQuestion.optional(
                        "caFile", Kind.FILE, "File with its CA certificates; empty for a publicly trusted one"),
                SettingQuestion.required("username", Kind.TEXT, "Prism Central user name")
                        .withVariable("NUTANIX_USERNAME"),
                SettingQuestion.required("password", Kind.SECRET, "Prism Central password")
                        .withVariable("NUTANIX_PASSWORD"),
                SettingQuestion.required("clusterUUID", Kind.ONE_OF, "Cluster of the machines"),
                SettingQuestion.required("subnetUUID", Kind.ONE_OF, "Subnet of the machines"),
                SettingQuestion.required("imageUUID", Kind.ONE_OF, "Talos image"),
                SettingQuestion.optional("storageContainerUUID", Kind.ONE_OF, "Storage container of the disks"));
    }

    @Override
    public DiscoveryConnection connect(ConfigSection answers) {
        ConfigSettings given = answers.read(NutanixConfigKeys.IN_A_FILE);
        PrismEndpoint endpoint = PrismEndpoint.read(given)
                .orElseThrow(() -> ButlerException.invalid(
                        "Invalid Nutanix settings.", answers.problems().problems()));
        Credentials authority = new Credentials(given.find(NutanixConfigKeys.CA_FILE)
                .map(text -> Map.of(CaCertificates.KEY, text))
                .orElse(Map.of()));
        PrismLogin login = new PrismLogin(
                given.find(NutanixConfigKeys.USERNAME).orElseThrow(() -> missing(answers)),
                given.find(NutanixConfigKeys.PASSWORD).orElseThrow(() -> missing(answers)));
        return new Prism(new PrismClient(
                endpoint,
                login,
                CaCertificates.tls(given.find(NutanixConfigKeys.INSECURE).orElse(false), authority, "Nutanix"),
                TIMEOUT));
    }

    private static ButlerException missing(ConfigSection answers) {
        return ButlerException.invalid(
                "Invalid Nutanix credentials.", answers.problems().problems());
    }

    private record Prism(PrismClient client) implements DiscoveryConnection {
        @Override
        public String verify() {
            return "Prism Central "
                    + JsonDocument.text(client.get("/prism_central"), "/resources/version")
                            .orElse("of unknown version");
        }

        @Override
        public List<SettingChoice> choices(String key, ConfigSection answers) {
            ConfigSettings given = answers.read(NutanixConfigKeys.IN_A_FILE);
            PrismListReader lists = new PrismListReader(client);
            return switch (key) {
                case "clusterUUID" ->
                    lists.all("cluster", "/clusters").stream()
                            .filter(cluster -> !isPrismCentral(cluster))
                            .map(Prism::choice)
                            .toList();
                case "subnetUUID" ->
                    lists.all("subnet", "/subnets").stream()
                            .filter(subnet -> isInCluster(PrismReferenceResolver.clusterOf(subnet), given))
                            .map(Prism::subnet)
                            .toList();
                case "imageUUID" ->
                    SettingChoice.ofImages(lists.all("image", "/images").stream()
                            .filter(image -> !image.at("/status/resources/image_type")
                                    .asText("")
                                    .equals("ISO_IMAGE"))
                            .map(Prism::choice)
                            .toList());
                case "storageContainerUUID" ->
                    new StorageContainerReader(client)
                            .all().stream()
                                    .filter(container -> isInCluster(container.cluster(), given))
                                    .map(container -> SettingChoice.of(container.uuid(), container.name()))
                                    .toList();
                default -> List.of();
            };
        }

        /** Prism Central lists itself as a cluster, which has no machines. */
        private static boolean isPrismCentral(JsonNode cluster) {
            return JsonDocument.items(cluster.at("/status/resources/config/service_list"))
                    .anyMatch(service -> service.asText("").equals("PRISM_CENTRAL"));
        }

        private static boolean isInCluster(String cluster, ConfigSettings given) {
            return cluster.isEmpty()
                    || given.find(NutanixConfigKeys.CLUSTER)
                            .filter(PrismReferenceResolver::isUuid)
                            .map(cluster::equals)
                            .orElse(true);
        }

        private static SettingChoice choice(JsonNode entity) {
            return SettingChoice.of(PrismReferenceResolver.uuid(entity), PrismListReader.nameOf(entity));
        }

        private static SettingChoice subnet(JsonNode subnet) {
            Optional<String> network = IpamManagedSubnet.of(subnet).map(Object::toString);
            return new SettingChoice(
                    PrismReferenceResolver.uuid(subnet),
                    PrismListReader.nameOf(subnet)
                            + network.map(text -> ", " + text).orElse(", without address management"),
                    network.isPresent());
        }

        @Override
        public Optional<DiscoveredNetwork> network(ConfigSection answers) {
            return answers.read(NutanixConfigKeys.IN_A_FILE)
                    .find(NutanixConfigKeys.SUBNET)
                    .filter(PrismReferenceResolver::isUuid)
                    .flatMap(uuid -> client.find("/subnets/" + uuid))
                    .flatMap(Prism::network);
        }

        private static Optional<DiscoveredNetwork> network(JsonNode subnet) {
            JsonNode management = subnet.at("/status/resources/ip_config");
            return CidrBlock.tryParse(management.path("subnet_ip").asText("") + "/"
                            + management.path("prefix_length").asText(""))
                    .map(block -> new DiscoveredNetwork(block, occupied(management)));
        }

        private static List<IpRange> occupied(JsonNode management) {
            List<IpRange> occupied = new ArrayList<>();
            IpAddress.tryParseIpv4(management.path("default_gateway_ip").asText(""))
                    .ifPresent(gateway -> occupied.add(IpRange.between(gateway, gateway)));
            JsonDocument.items(management.path("pool_list"))
                    .map(pool -> pool.path("range").asText("").strip().split("\\s+", -1))
                    .filter(ends -> ends.length == 2)
                    .forEach(ends -> IpAddress.tryParseIpv4(ends[0])
                            .ifPresent(first -> IpAddress.tryParseIpv4(ends[1])
                                    .ifPresent(last -> occupied.add(IpRange.between(first, last)))));
            return occupied;
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
