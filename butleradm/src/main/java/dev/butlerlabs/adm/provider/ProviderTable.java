package dev.butlerlabs.adm.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.cli.output.AgeFormatter;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.ResourceTables;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Table layout of ProviderConfigs. */
final class ProviderTable {
    private final KubernetesSerialization serialization = ObjectSerialization.plain();
    private final Instant now;

    private ProviderTable(Instant now) {
        this.now = now;
    }

    static TableLayout<ProviderConfig> at(Instant now) {
        return new ProviderTable(now).listing();
    }

    private TableLayout<ProviderConfig> listing() {
        return ResourceTables.listing(List.of(
                Column.of("name", config -> config.getMetadata().getName()),
                Column.of("provider", config -> config.getSpec().provider()),
                Column.of("validated", ProviderTable::validated),
                Column.of("endpoint", this::endpoint),
                Column.of("age", this::age),
                Column.wide("namespace", config -> config.getMetadata().getNamespace()),
                Column.wide("version", ProviderTable::version)));
    }

    private static String validated(ProviderConfig config) {
        return status(config)
                        .map(ProviderConfigStatus::validated)
                        .filter(Boolean.TRUE::equals)
                        .isPresent()
                ? "Ready"
                : "Pending";
    }

    private static String version(ProviderConfig config) {
        return status(config).map(ProviderConfigStatus::providerVersion).orElse("-");
    }

    private static Optional<ProviderConfigStatus> status(ProviderConfig config) {
        return Optional.ofNullable(config.getStatus());
    }

    /** Returns the endpoint, or the identifying setting of a provider without one. */
    private String endpoint(ProviderConfig config) {
        JsonNode section = serialization
                .convertValue(config.getSpec(), JsonNode.class)
                .path(config.getSpec().provider());
        return Stream.of("endpoint", "region", "location")
                .map(section::path)
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .findFirst()
                .orElse("-");
    }

    private String age(ProviderConfig config) {
        return AgeFormatter.between(
                Optional.ofNullable(config.getMetadata().getCreationTimestamp()).map(Instant::parse), now);
    }
}
