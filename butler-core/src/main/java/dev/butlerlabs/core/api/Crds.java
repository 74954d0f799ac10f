package dev.butlerlabs.core.api;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** The definitions of Butler's kinds, as they are installed into a cluster; the files are those of {@code manifests/crds}. */
public final class Crds {
    private Crds() {}

    public static List<CustomResourceDefinition> all() {
        return Kinds.ALL.stream().map(Crds::of).toList();
    }

    public static CustomResourceDefinition of(Class<? extends CustomResource<?, ?>> kind) {
        String path = "/manifests/crds/" + fileName(kind);
        try (InputStream file = Crds.class.getResourceAsStream(path)) {
            if (file == null) {
                throw new IllegalStateException(
                        "The CRD of %s is not in this build: %s".formatted(kind.getSimpleName(), path));
            }
            return Serialization.unmarshal(file, CustomResourceDefinition.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String fileName(Class<? extends CustomResource<?, ?>> kind) {
        return CustomResource.getCRDName(kind) + ".yaml";
    }
}
