package dev.butlerlabs.core.provider.proxmox;

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
import dev.butlerlabs.core.provider.rest.CaCertificates;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** Finds nodes, storages, templates and bridges of a Proxmox VE cluster. */
final class ProxmoxDiscovery implements SettingsDiscovery {
    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    @Override
    public List<SettingQuestion> questions() {
        return List.of(
                SettingQuestion.required(
                        "endpoint", Kind.TEXT, "Endpoint of the API, such as https://pve.example.com:8006"),
                SettingQuestion.optional(
                        "caFile", Kind.FILE, "File with its CA certificates; empty for a publicly trusted one"),
                SettingQuestion.optional(
                                "token", Kind.SECRET, "API token, user@realm!name=secret; empty to use a password")
                        .withVariable("PROXMOX_TOKEN"),
                SettingQuestion.required("username", Kind.TEXT, "User with its realm, such as butler@pve")
                        .unless("token"),
                SettingQuestion.required("password", Kind.SECRET, "Password of the user")
                        .withVariable("PROXMOX_PASSWORD")
                        .unless("token"),
                SettingQuestion.required("nodes", Kind.SOME_OF, "Nodes to distribute the machines over"),
                SettingQuestion.required("storage", Kind.ONE_OF, "Storage of the disks"),
                SettingQuestion.required("templateID", Kind.ONE_OF, "Template with Talos")
                        .unless("importVolume"),
                SettingQuestion.optional("bridge", Kind.ONE_OF, "Bridge of the network interface"));
    }

    @Override
    public DiscoveryConnection connect(ConfigSection answers) {
        ConfigSettings given = answers.read(ProxmoxConfigKeys.IN_A_FILE);
        ProxmoxEndpoint endpoint = ProxmoxEndpoint.read(given)
                .orElseThrow(() -> ButlerException.invalid(
                        "Invalid Proxmox settings.", answers.problems().problems()));
        Map<String, SensitiveText> secrets = new HashMap<>();
        given.find(ProxmoxConfigKeys.TOKEN).ifPresent(token -> secrets.put(ProxmoxLogin.TOKEN, token));
        given.find(ProxmoxConfigKeys.USERNAME)
                .ifPresent(user -> secrets.put(ProxmoxLogin.USERNAME, new SensitiveText(user)));
        given.find(ProxmoxConfigKeys.PASSWORD).ifPresent(word -> secrets.put(ProxmoxLogin.PASSWORD, word));
        given.find(ProxmoxConfigKeys.CA_FILE).ifPresent(authorities -> secrets.put(CaCertificates.KEY, authorities));
        Credentials credentials = new Credentials(secrets);
        SSLContext tls =
                CaCertificates.tls(given.find(ProxmoxConfigKeys.INSECURE).orElse(false), credentials, "Proxmox");
        RestClientOptions options = RestClientOptions.withTimeout(TIMEOUT);
        return new Cluster(
                new ProxmoxClient(endpoint, ProxmoxLogin.of(credentials, endpoint, tls, options), tls, options));
    }

    private record Cluster(ProxmoxClient client) implements DiscoveryConnection {
        @Override
        public String verify() {
            return "Proxmox VE " + client.get("/version").path("version").asText("of unknown version");
        }

        @Override
        public List<SettingChoice> choices(String key, ConfigSection answers) {
            ConfigSettings given = answers.read(ProxmoxConfigKeys.IN_A_FILE);
            return switch (key) {
                case "nodes" ->
                    JsonDocument.items(client.get("/nodes"))
                            .filter(node -> node.path("status").asText("").equals("online"))
                            .map(node -> new SettingChoice(
                                    node.path("node").asText(),
                                    node.path("node").asText(),
                                    true))
                            .sorted(Comparator.comparing(SettingChoice::label))
                            .toList();
                case "storage" -> storages(given.find(ProxmoxConfigKeys.NODES).orElse(List.of()));
                case "templateID" ->
                    SettingChoice.ofImages(JsonDocument.items(client.get("/cluster/resources", Map.of("type", "vm")))
                            .filter(vm -> vm.path("template").asInt(0) == 1)
                            .map(vm -> SettingChoice.of(
                                    vm.path("vmid").asInt(),
                                    "%s on %s"
                                            .formatted(
                                                    vm.path("name").asText(""),
                                                    vm.path("node").asText(""))))
                            .toList());
                case "bridge" -> bridges(given.find(ProxmoxConfigKeys.NODES).orElse(List.of()));
                default -> List.of();
            };
        }

        /** Returns the storages for disk images that all nodes have; shared ones are proposed. */
        private List<SettingChoice> storages(List<String> nodes) {
            return common(
                    nodes,
                    node -> JsonDocument.items(client.get("/nodes/" + node + "/storage"))
                            .filter(storage -> storage.path("active").asInt(0) == 1)
                            .filter(storage ->
                                    storage.path("content").asText("").contains("images")),
                    storage -> new SettingChoice(
                            storage.path("storage").asText(),
                            storage.path("storage").asText()
                                    + (storage.path("shared").asInt(0) == 1 ? ", shared" : ", local to each node"),
                            storage.path("shared").asInt(0) == 1));
        }

        private List<SettingChoice> bridges(List<String> nodes) {
            return common(
                    nodes,
                    node -> JsonDocument.items(client.get("/nodes/" + node + "/network", Map.of("type", "any_bridge"))),
                    bridge -> SettingChoice.of(bridge.path("iface").asText()));
        }

        private static List<SettingChoice> common(
                List<String> nodes, Function<String, Stream<JsonNode>> list, Function<JsonNode, SettingChoice> choice) {
            List<List<SettingChoice>> perNode = nodes.stream()
                    .map(node -> list.apply(node).map(choice).toList())
                    .toList();
            return perNode.stream()
                    .limit(1)
                    .flatMap(List::stream)
                    .filter(candidate -> perNode.stream().allMatch(choices -> choices.contains(candidate)))
                    .toList();
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
