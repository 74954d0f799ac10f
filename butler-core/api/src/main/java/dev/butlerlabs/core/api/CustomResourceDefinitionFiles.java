package dev.butlerlabs.core.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Provides the custom resource definitions of Butler, which are the files of {@code manifests/crds}. */
public final class CustomResourceDefinitionFiles {
    private CustomResourceDefinitionFiles() {}

    /** Returns the YAML text of every definition. */
    public static List<String> texts() {
        return CustomResourceTypes.ALL.stream()
                .map(CustomResourceDefinitionFiles::text)
                .toList();
    }

    public static List<CustomResourceDefinition> all() {
        return CustomResourceTypes.ALL.stream()
                .map(CustomResourceDefinitionFiles::of)
                .toList();
    }

    public static CustomResourceDefinition of(Class<? extends CustomResource<?, ?>> kind) {
        return Serialization.unmarshal(text(kind), CustomResourceDefinition.class);
    }

    /** Returns a definition as a tree, without loading the model classes of the client library. */
    public static JsonNode tree(Class<? extends CustomResource<?, ?>> kind) {
        return Serialization.unmarshal(text(kind), JsonNode.class);
    }

    private static String text(Class<? extends CustomResource<?, ?>> kind) {
        String path = "/manifests/crds/" + fileName(kind);
        try (InputStream file = CustomResourceDefinitionFiles.class.getResourceAsStream(path)) {
            if (file == null) {
                throw new IllegalStateException(
                        "The CRD of %s is not in this build: %s".formatted(kind.getSimpleName(), path));
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Computed here because computing the plural with the client library takes longer than reading all the files. */
    static String fileName(Class<? extends CustomResource<?, ?>> kind) {
        String singular = kind.getSimpleName().toLowerCase(Locale.ROOT);
        String plural = singular.endsWith("y") ? singular.substring(0, singular.length() - 1) + "ies" : singular + "s";
        return plural + "." + ApiGroup.NAME + ".yaml";
    }
}
