package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.OwnershipTags;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Renders the VirtualMachineImage manifest of an image that Harvester downloads. */
record VirtualMachineImageManifest(String namespace, BootImageSpec spec, URI url) {
    private static final int LONGEST_NAME = 63;

    GenericKubernetesResource payload() {
        GenericKubernetesResource image = new GenericKubernetesResource();
        image.setApiVersion(HarvesterResourceType.IMAGE.apiVersion());
        image.setKind(HarvesterResourceType.IMAGE.kind());
        image.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name())
                .withLabels(OwnershipTags.marks(spec.id()))
                .build());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("displayName", spec.name());
        fields.put("description", spec.id().toString());
        fields.put("sourceType", "download");
        fields.put("url", url.toString());
        image.setAdditionalProperty("spec", fields);
        return image;
    }

    /** Returns the name of the object. Harvester derives names of other objects from it, so it contains no dots. */
    String name() {
        String plain = spec.name()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceFirst("^-", "");
        String cut = plain.substring(0, Math.min(LONGEST_NAME, plain.length())).replaceFirst("-$", "");
        return cut.isEmpty() ? spec.id().digest() : cut;
    }
}
