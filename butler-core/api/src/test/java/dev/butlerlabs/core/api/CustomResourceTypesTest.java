package dev.butlerlabs.core.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class CustomResourceTypesTest {
    @ParameterizedTest
    @FieldSource("dev.butlerlabs.core.api.CustomResourceTypes#ALL")
    void aSpecIsRequiredIfOneOfItsFieldsIs(Class<? extends CustomResource<?, ?>> type) throws IOException {
        CustomResourceDefinition crd = Serialization.unmarshal(
                Files.readString(CrdFiles.FOLDER.resolve(CustomResourceDefinitionFiles.fileName(type))),
                CustomResourceDefinition.class);
        boolean anyRequired = !crd.getSpec()
                .getVersions()
                .getFirst()
                .getSchema()
                .getOpenAPIV3Schema()
                .getProperties()
                .get("spec")
                .getRequired()
                .isEmpty();

        assertThat(CustomResourceTypes.isSpecRequired(type)).isEqualTo(anyRequired);
    }
}
