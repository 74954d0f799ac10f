package dev.butlerlabs.core.tenant.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.TenantAddresses;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A plan written as YAML: the specs of the resources, the credentials, the addresses, the endpoint. */
record TenantCase(JsonNode tree) {
    static final ObjectMapper YAML = new YAMLMapper();
    static final KubernetesSerialization KUBERNETES = new KubernetesSerialization();
    private static final String UID = "3f1c9a52-7d0e-4c1b-9a55-0c2d7e1b8f64";

    static TenantCase parse(String yaml) {
        try {
            return new TenantCase(YAML.readTree(yaml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    TenantRenderInput plan() {
        return new TenantRenderInput(
                cluster(),
                provider(),
                credentials(),
                Optional.of(tree.path("platform"))
                        .filter(JsonNode::isObject)
                        .map(spec -> resource(new ButlerConfig(), ButlerConfig.class, "butler", spec)
                                .getSpec()),
                addresses(),
                Optional.of(tree.path("endpoint"))
                        .filter(JsonNode::isObject)
                        .map(endpoint -> new ApiEndpoint(
                                endpoint.path("host").asText(),
                                endpoint.path("port").asInt())));
    }

    TenantRenderer renderer() {
        String installed = tree.path("installed").asText("");
        return TenantRenderer.of(
                provider(), Optional.empty(), kinds -> kinds.provider().equals(installed));
    }

    TenantCluster cluster() {
        TenantCluster cluster = resource(
                new TenantCluster(), TenantCluster.class, tree.path("name").asText("demo"), tree.path("cluster"));
        cluster.getMetadata().setNamespace("team-a");
        cluster.getMetadata().setUid(UID);
        Map<String, String> annotations = new HashMap<>();
        tree.path("annotations")
                .properties()
                .forEach(entry ->
                        annotations.put(entry.getKey(), entry.getValue().asText()));
        cluster.getMetadata().setAnnotations(annotations);
        return cluster;
    }

    ProviderConfig provider() {
        ProviderConfig provider =
                resource(new ProviderConfig(), ProviderConfig.class, "infrastructure", tree.path("provider"));
        provider.getMetadata().setNamespace("butler-system");
        return provider;
    }

    private static <R extends CustomResource<?, ?>> R resource(R blank, Class<R> type, String name, JsonNode spec) {
        var document = YAML.createObjectNode();
        document.put("apiVersion", blank.getApiVersion()).put("kind", blank.getKind());
        document.putObject("metadata").put("name", name);
        document.set("spec", spec);
        return KUBERNETES.convertValue(document, type);
    }

    private Credentials credentials() {
        Map<String, SensitiveText> values = new HashMap<>();
        tree.path("credentials")
                .properties()
                .forEach(entry -> values.put(
                        entry.getKey(), new SensitiveText(entry.getValue().asText())));
        return new Credentials(values);
    }

    private TenantAddresses addresses() {
        return new TenantAddresses(range("nodes").stream().toList(), range("loadBalancers"));
    }

    private Optional<AddressRange> range(String name) {
        return Optional.of(tree.path("addresses").path(name))
                .filter(JsonNode::isObject)
                .map(range -> new AddressRange(
                        range.path("start").asText(), range.path("end").asText()));
    }
}
