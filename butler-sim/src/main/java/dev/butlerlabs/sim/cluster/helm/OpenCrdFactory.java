package dev.butlerlabs.sim.cluster.helm;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import java.util.Locale;

/** Builds CustomResourceDefinitions that accept any content. */
final class OpenCrdFactory {
    private OpenCrdFactory() {}

    static HasMetadata of(ChartContent.Entry entry) {
        String name = entry.text("name");
        String plural = name.substring(0, name.indexOf('.'));
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withGroup(name.substring(plural.length() + 1))
                .withScope(entry.text("scope"))
                .withNewNames()
                .withKind(entry.text("kind"))
                .withListKind(entry.text("kind") + "List")
                .withPlural(plural)
                .withSingular(entry.text("kind").toLowerCase(Locale.ROOT))
                .endNames()
                .addNewVersion()
                .withName(entry.text("version"))
                .withServed(true)
                .withStorage(true)
                .withNewSubresources()
                .withNewStatus()
                .endStatus()
                .endSubresources()
                .withNewSchema()
                .withNewOpenAPIV3Schema()
                .withType("object")
                .withXKubernetesPreserveUnknownFields(true)
                .endOpenAPIV3Schema()
                .endSchema()
                .endVersion()
                .endSpec()
                .build();
    }
}
