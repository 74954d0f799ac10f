package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.MachineTypeOffer;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import dev.butlerlabs.core.provider.rest.CaCertificates;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds virtual networks, subnets, security groups, images and VM sizes of an Azure subscription. */
final class AzureDiscovery implements SettingsDiscovery {
    /** General-purpose sizes that support premium disks and whose disks are not NVMe devices. */
    private static final Pattern USUAL_SIZES = Pattern.compile("Standard_[DE](4|8|16)a?s_v5|Standard_F(4|8|16)s_v2");

    private final AzureConnector connector;

    AzureDiscovery(AzureConnector connector) {
        this.connector = connector;
    }

    @Override
    public List<SettingQuestion> questions() {
        return List.of(
                SettingQuestion.required(AzureLogin.TENANT, Kind.TEXT, "Tenant of Microsoft Entra ID")
                        .withVariable("AZURE_TENANT_ID"),
                SettingQuestion.required(AzureLogin.CLIENT, Kind.TEXT, "Client ID of the application")
                        .withVariable("AZURE_CLIENT_ID"),
                SettingQuestion.required(AzureLogin.SECRET, Kind.SECRET, "Client secret of the application")
                        .withVariable("AZURE_CLIENT_SECRET"),
                SettingQuestion.required("subscriptionID", Kind.TEXT, "Subscription")
                        .withVariable("AZURE_SUBSCRIPTION_ID"),
                SettingQuestion.required("resourceGroup", Kind.ONE_OF, "Existing resource group of the machines"),
                SettingQuestion.required("location", Kind.ONE_OF, "Region of the machines"),
                SettingQuestion.required("vnetName", Kind.ONE_OF, "Virtual network of the machines"),
                SettingQuestion.required("subnetName", Kind.ONE_OF, "Subnet of the machines"),
                SettingQuestion.optional("securityGroupName", Kind.ONE_OF, "Network security group of every machine"),
                SettingQuestion.optional("zones", Kind.SOME_OF, "Availability zones to distribute the machines over"),
                SettingQuestion.required("imageID", Kind.ONE_OF, "Talos image").unless("imageURN"),
                SettingQuestion.optional(
                        "vmSize", Kind.ONE_OF, "VM size of every machine; none to match CPU and memory"));
    }

    @Override
    public DiscoveryConnection connect(ConfigSection answers) {
        ConfigSettings given = answers.read(AzureConfigKeys.IN_A_FILE);
        AzureLogin login = new AzureLogin(
                given.find(AzureConfigKeys.TENANT),
                given.find(AzureConfigKeys.CLIENT),
                given.find(AzureConfigKeys.CLIENT_SECRET));
        if (login.tenant().isEmpty()
                || login.clientId().isEmpty()
                || login.secret().isEmpty()
                || given.find(AzureConfigKeys.SUBSCRIPTION).isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid Azure settings.", answers.problems().problems());
        }
        Map<String, SensitiveText> authority = given.find(AzureConfigKeys.CA_FILE)
                .map(text -> Map.of(CaCertificates.KEY, text))
                .orElse(Map.of());
        AzureSettings settings = settings(given);
        return new Subscription(
                connector.client(settings, login, CaCertificates.tls(false, new Credentials(authority), "Azure")),
                settings.subscription());
    }

    private static AzureSettings settings(ConfigSettings given) {
        return new AzureSettings(
                given.get(AzureConfigKeys.SUBSCRIPTION),
                "",
                "",
                "",
                "",
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                false,
                AzureDiskTypes.DEFAULT,
                URI.create(given.get(AzureConfigKeys.ENDPOINT)),
                URI.create(given.get(AzureConfigKeys.AUTHORITY)),
                AzureIdentity.CLIENT_SECRET);
    }

    private record Subscription(AzureConnector.Client connection, String subscription) implements DiscoveryConnection {
        @Override
        public String verify() {
            networks();
            return "Azure subscription " + subscription;
        }

        @Override
        public List<SettingChoice> choices(String key, ConfigSection answers) {
            ConfigSettings given = answers.read(AzureConfigKeys.IN_A_FILE);
            String group = given.find(AzureConfigKeys.GROUP).orElse("");
            String location = given.find(AzureConfigKeys.LOCATION).orElse("");
            return switch (key) {
                case "resourceGroup" -> texts(networks().stream().map(Subscription::groupOf));
                case "location" ->
                    texts(networks().stream()
                            .filter(network -> isIn(group, network))
                            .map(network -> network.path("location").asText("")));
                case "vnetName" ->
                    texts(networks().stream()
                            .filter(network -> isIn(group, network))
                            .filter(network ->
                                    network.path("location").asText("").equalsIgnoreCase(location))
                            .map(network -> network.path("name").asText("")));
                case "subnetName" ->
                    subnets(group, given.find(AzureConfigKeys.NETWORK).orElse(""));
                case "securityGroupName" -> named(ArmResourceType.SECURITY_GROUP, group);
                case "zones" ->
                    Stream.of("1", "2", "3")
                            .map(zone -> new SettingChoice(zone, zone, true))
                            .toList();
                case "imageID" ->
                    SettingChoice.ofImages(list(ArmResourceType.IMAGE).stream()
                            .map(image -> SettingChoice.of(
                                    image.path("id").asText(),
                                    ArmPaths.nameOf(image.path("id").asText(""))))
                            .toList());
                case "vmSize" ->
                    sizes(location, given.find(AzureConfigKeys.ZONES).orElse(List.of()));
                default -> List.of();
            };
        }

        private List<SettingChoice> sizes(String location, List<String> zones) {
            return MachineTypeOffer.choices(
                    AzureVmSku.list(connection.arm(), new ArmPaths(subscription, ""), location).stream()
                            .filter(sku -> sku.isAvailable(location, zones))
                            .map(AzureVmSku::offer),
                    USUAL_SIZES);
        }

        private List<JsonNode> networks() {
            return list(ArmResourceType.VIRTUAL_NETWORK);
        }

        private List<SettingChoice> subnets(String group, String network) {
            String path = new ArmPaths(subscription, group).id(ArmResourceType.VIRTUAL_NETWORK, network) + "/subnets";
            return connection.arm().list(path, ArmResourceType.VIRTUAL_NETWORK.api(), Map.of()).stream()
                    .map(subnet -> SettingChoice.of(
                            subnet.path("name").asText(),
                            "%s, %s"
                                    .formatted(
                                            subnet.path("name").asText(""),
                                            subnet.at("/properties/addressPrefix")
                                                    .asText(""))))
                    .toList();
        }

        private List<SettingChoice> named(ArmResourceType type, String group) {
            return texts(list(type).stream()
                    .filter(resource -> isIn(group, resource))
                    .map(resource -> resource.path("name").asText("")));
        }

        private List<JsonNode> list(ArmResourceType type) {
            ArmPaths paths = new ArmPaths(subscription, "");
            return connection.arm().list(paths.subscriptionPath("/providers/" + type.path()), type.api(), Map.of());
        }

        private static String groupOf(JsonNode resource) {
            return ArmPaths.segmentAfter(resource.path("id").asText(""), "resourceGroups")
                    .orElse("");
        }

        private static boolean isIn(String group, JsonNode resource) {
            return group.isEmpty() || groupOf(resource).toLowerCase(Locale.ROOT).equals(group.toLowerCase(Locale.ROOT));
        }

        private static List<SettingChoice> texts(Stream<String> values) {
            return values.filter(text -> !text.isEmpty())
                    .distinct()
                    .sorted()
                    .map(SettingChoice::of)
                    .toList();
        }

        @Override
        public void close() {
            connection.close();
        }
    }
}
