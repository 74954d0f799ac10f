package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceConversion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceConversionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceSubresources;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceSubresourcesBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The CRDs of Cluster API and its providers, with the names, versions, columns and labels of a real installation. Immutable. */
final class ClusterApiCrds {
    private static final String GROUP = "cluster.x-k8s.io";

    private final List<UntypedTree> entries;

    private ClusterApiCrds(List<UntypedTree> entries) {
        this.entries = entries;
    }

    static ClusterApiCrds read() {
        try (InputStream table = ClusterApiCrds.class.getResourceAsStream("clusterapi.yaml")) {
            String text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
            return new ClusterApiCrds(UntypedTree.of(YamlValueConverter.of(
                            YamlParser.parse(text, YamlLimits.CONFIGURATION).getFirst()))
                    .items());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the apiVersion in which Cluster API refers to a kind: the newest version with the newest contract that its CRD implements. */
    Optional<String> apiVersion(String group, String kind) {
        return entries.stream()
                .filter(entry -> entry.anyText("group").equals(group)
                        && entry.anyText("kind").equals(kind))
                .findFirst()
                .flatMap(entry ->
                        new TreeMap<>(entry.map("contracts")).values().stream().reduce((older, newer) -> newer))
                .map(String::valueOf)
                .map(versions -> group + "/" + versions.substring(versions.lastIndexOf('_') + 1));
    }

    /** Returns the CRDs; those with several versions are converted by the webhook. */
    List<CustomResourceDefinition> definitions(ConversionWebhookServer webhook) {
        return definitions(Optional.of(conversion(webhook)));
    }

    /** Returns the CRDs for an API server that cannot reach a webhook on this machine: the API server changes the apiVersion only. */
    List<CustomResourceDefinition> definitionsWithoutConversion() {
        return definitions(Optional.empty());
    }

    private List<CustomResourceDefinition> definitions(Optional<CustomResourceConversion> conversion) {
        return entries.stream().map(entry -> definition(entry, conversion)).toList();
    }

    private static CustomResourceDefinition definition(
            UntypedTree entry, Optional<CustomResourceConversion> conversion) {
        String kind = entry.anyText("kind");
        List<UntypedTree> versions = entry.items("versions");
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(entry.anyText("plural") + "." + entry.anyText("group"))
                .withLabels(labels(entry))
                .endMetadata()
                .withNewSpec()
                .withGroup(entry.anyText("group"))
                .withScope(entry.text("scope").orElse("Namespaced"))
                .withNewNames()
                .withKind(kind)
                .withListKind(kind + "List")
                .withPlural(entry.anyText("plural"))
                .withSingular(kind.toLowerCase(Locale.ROOT))
                .withShortNames(entry.items("shortNames").stream()
                        .map(UntypedTree::anyText)
                        .toList())
                .withCategories("cluster-api")
                .endNames()
                .withConversion(conversion.filter(_ -> versions.size() > 1).orElse(null))
                .withVersions(versions.stream().map(ClusterApiCrds::version).toList())
                .endSpec()
                .build();
    }

    /** Returns the labels that clusterctl and the Cluster API Operator set on all components, and those of the contracts. */
    private static Map<String, String> labels(UntypedTree entry) {
        Map<String, String> labels = new TreeMap<>();
        labels.put("clusterctl." + GROUP, "");
        labels.put(GROUP + "/provider", entry.anyText("provider"));
        entry.map("contracts")
                .forEach((contract, versions) -> labels.put(GROUP + "/" + contract, String.valueOf(versions)));
        return labels;
    }

    private static CustomResourceConversion conversion(ConversionWebhookServer webhook) {
        return new CustomResourceConversionBuilder()
                .withStrategy("Webhook")
                .withNewWebhook()
                .withConversionReviewVersions("v1")
                .withNewClientConfig()
                .withUrl(webhook.url())
                .withCaBundle(webhook.caBundle())
                .endClientConfig()
                .endWebhook()
                .build();
    }

    private static CustomResourceDefinitionVersion version(UntypedTree version) {
        CustomResourceDefinitionVersionBuilder builder = new CustomResourceDefinitionVersionBuilder()
                .withName(version.anyText("name"))
                .withServed(true)
                .withStorage(version.isTrue("storage"))
                .withDeprecated(version.isTrue("deprecated") ? Boolean.TRUE : null)
                .withSubresources(subresources(version))
                .withNewSchema()
                .withNewOpenAPIV3Schema()
                .withType("object")
                .withXKubernetesPreserveUnknownFields(true)
                .endOpenAPIV3Schema()
                .endSchema();
        for (UntypedTree column : version.items("columns")) {
            builder.addNewAdditionalPrinterColumn()
                    .withName(column.anyText("name"))
                    .withType(column.anyText("type"))
                    .withJsonPath(column.anyText("jsonPath"))
                    .withPriority(
                            column.number("priority").map(Number::intValue).orElse(null))
                    .endAdditionalPrinterColumn();
        }
        return builder.build();
    }

    private static CustomResourceSubresources subresources(UntypedTree version) {
        CustomResourceSubresourcesBuilder builder = new CustomResourceSubresourcesBuilder();
        if (version.isTrue("status")) {
            builder.withNewStatus().endStatus();
        }
        if (version.isTrue("scale")) {
            builder.withNewScale()
                    .withSpecReplicasPath(".spec.replicas")
                    .withStatusReplicasPath(".status.replicas")
                    .endScale();
        }
        return builder.build();
    }
}
