package dev.butlerlabs.sim.cluster.helm;

import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import java.util.Locale;

/** Builds CustomResourceDefinitions that accept any content. */
final class OpenCrdFactory {
    private OpenCrdFactory() {}

    static HasMetadata of(UntypedTree entry) {
        String name = entry.anyText("name");
        String plural = name.substring(0, name.indexOf('.'));
        return new CustomResourceDefinitionBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withGroup(name.substring(plural.length() + 1))
                .withScope(entry.anyText("scope"))
                .withNewNames()
                .withKind(entry.anyText("kind"))
                .withListKind(entry.anyText("kind") + "List")
                .withPlural(plural)
                .withSingular(entry.anyText("kind").toLowerCase(Locale.ROOT))
                .endNames()
                .addNewVersion()
                .withName(entry.anyText("version"))
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
