package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds regions, zones, networks, subnetworks, images and machine types of a Google Cloud project. */
final class GcpDiscovery implements SettingsDiscovery {
    /** Lists of a project need no region. */
    private static final String NO_REGION = "none";

    private static final String MACHINE_TYPE = "machineType";

    @Override
    public List<SettingQuestion> questions() {
        return List.of(
                SettingQuestion.required(
                                "serviceAccountKeyPath", Kind.FILE, "File with the JSON key of a service account")
                        .withPreset("~/.butler/gcp-key.json"),
                SettingQuestion.required("projectID", Kind.TEXT, "Project of the machines")
                        .withVariable("GOOGLE_CLOUD_PROJECT"),
                SettingQuestion.required("region", Kind.ONE_OF, "Region of the machines"),
                SettingQuestion.optional(
                        "zone", Kind.ONE_OF, "Zone of all machines; none to use every zone of the region"),
                SettingQuestion.required("network", Kind.ONE_OF, "Network of the machines"),
                SettingQuestion.optional("subnetwork", Kind.ONE_OF, "Subnetwork of the machines"),
                SettingQuestion.required("image", Kind.ONE_OF, "Talos image").unless("imageFamily"),
                SettingQuestion.optional(
                        MACHINE_TYPE, Kind.ONE_OF, "Machine type of every machine; none to match CPU and memory"));
    }

    @Override
    public DiscoveryConnection connect(ConfigSection answers) {
        ConfigSettings given = answers.read(GcpBootstrapConfigKeys.KEYS);
        SensitiveText key = given.find(GcpBootstrapConfigKeys.KEY_FILE).orElseThrow(() -> invalid(answers));
        String project = given.find(GcpSettingsKeys.PROJECT).orElseThrow(() -> invalid(answers));
        GcpSettings settings = new GcpSettings(
                project,
                NO_REGION,
                given.find(GcpSettingsKeys.ENDPOINT).map(GcpSettingsKeys::url),
                Optional.empty(),
                "default",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                "pd-balanced",
                true,
                false,
                List.of(),
                Optional.empty());
        GoogleAuthentication authentication = GcpProvider.authentication(
                given.find(GcpSettingsKeys.TOKEN_SOURCE).orElse(GcpSettingsKeys.SELF_SIGNED),
                new Credentials(Map.of(GcpProvider.SERVICE_ACCOUNT_KEY, key)));
        return new Project(new GcpClient(settings, authentication), authentication);
    }

    private static ButlerException invalid(ConfigSection answers) {
        return ButlerException.invalid(
                "Invalid Google Cloud settings.", answers.problems().problems());
    }

    private record Project(GcpClient client, GoogleAuthentication authentication) implements DiscoveryConnection {
        @Override
        public String verify() {
            regions();
            return "Google Cloud project " + client.project();
        }

        private List<JsonNode> regions() {
            return client.list("regions", Optional.empty());
        }

        @Override
        public List<SettingChoice> choices(String key, ConfigSection answers) {
            ConfigSettings given = answers.read(GcpBootstrapConfigKeys.KEYS);
            String region = given.find(GcpSettingsKeys.REGION).orElse("");
            return switch (key) {
                case "region" -> names(regions());
                case "zone" ->
                    names(client.list("zones", Optional.empty()).stream()
                            .filter(zone -> GcpPaths.name(zone.path("region").asText(""))
                                    .equals(region))
                            .toList());
                case "network" -> names(client.list("global/networks", Optional.empty()));
                case "subnetwork" ->
                    subnetworks(region, given.find(GcpSettingsKeys.NETWORK).orElse("default"));
                case "image" ->
                    SettingChoice.ofImages(names(client.list("global/images", Optional.empty()).stream()
                            .filter(image -> image.path("status").asText("").equals("READY"))
                            .toList()));
                case MACHINE_TYPE -> new GcpMachineTypes(client).list(zones(given));
                default -> List.of();
            };
        }

        @Override
        public Optional<SettingChoice> find(String key, String value, ConfigSection answers) {
            return key.equals(MACHINE_TYPE)
                    ? new GcpMachineTypes(client).find(value, zones(answers.read(GcpBootstrapConfigKeys.KEYS)))
                    : Optional.empty();
        }

        /** Returns the zones that machines can be in. */
        private List<String> zones(ConfigSettings given) {
            return given.find(GcpSettingsKeys.ZONE)
                    .map(List::of)
                    .or(() -> given.find(GcpSettingsKeys.REGION)
                            .map(region -> GcpZones.zones(client.get("regions/" + region))))
                    .orElse(List.of());
        }

        private List<SettingChoice> subnetworks(String region, String network) {
            return client.list("regions/" + region + "/subnetworks", Optional.empty()).stream()
                    .filter(subnet ->
                            GcpPaths.name(subnet.path("network").asText("")).equals(GcpPaths.name(network)))
                    .map(subnet -> new SettingChoice(
                            subnet.path("name").asText(),
                            "%s, %s"
                                    .formatted(
                                            subnet.path("name").asText(),
                                            subnet.path("ipCidrRange").asText("")),
                            true))
                    .toList();
        }

        private static List<SettingChoice> names(List<JsonNode> resources) {
            return resources.stream()
                    .map(resource -> SettingChoice.of(resource.path("name").asText()))
                    .sorted(Comparator.comparing(SettingChoice::label))
                    .toList();
        }

        @Override
        public void close() {
            client.close();
            authentication.close();
        }
    }
}
