package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.io.InputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureImageTest {
    private static final ImageId ID = new ImageId("3".repeat(64), "v1.12.1", "amd64", "azure", "vhd.gz");

    private static AzureImageDocument document(String name) {
        return new AzureImageDocument(
                new BootImageSpec(ID, name, new ImageSource.Upload(1, InputStream::nullInputStream)),
                AzureCases.settings());
    }

    @ParameterizedTest
    @CsvSource({
        "azure-v1.12.1-amd64-37656798-butler, azure-v1.12.1-amd64-37656798-butler",
        "Talos (1.12), Talos-1.12",
        "_talos., talos",
        "<>, image"
    })
    void namesHaveTheAlphabetOfAzure(String displayName, String name) {
        assertThat(document(displayName).name()).isEqualTo(name);
        assertThat(document("x".repeat(200)).name()).hasSize(80);
    }

    @Test
    void imageAndDiskAreTaggedAndOfTheSameGeneration() {
        JsonNode image = document("talos").json("/subscriptions/s/disk");
        JsonNode disk = AzureImageDocument.disk(ID, AzureCases.settings(), 1000);
        assertThat(AzureOwnershipTags.isOf(ID, image)).isTrue();
        assertThat(AzureOwnershipTags.isOf(ID, disk)).isTrue();
        assertThat(AzureOwnershipTags.owner(disk))
                .as("no resource of a cluster")
                .isEmpty();
        assertThat(image.at("/properties/hyperVGeneration")).isEqualTo(disk.at("/properties/hyperVGeneration"));
        assertThat(image.at("/properties/storageProfile/osDisk/managedDisk/id").asText())
                .isEqualTo("/subscriptions/s/disk");
        assertThat(disk.at("/properties/creationData/uploadSizeBytes").asLong()).isEqualTo(1000);
        assertThat(AzureImageDocument.diskName(ID)).hasSizeLessThanOrEqualTo(80);
    }

    private static ObservedAzureImage image(String id, String state) {
        ObjectNode json = JsonDocument.object().put("id", id);
        json.putObject("properties").put("provisioningState", state);
        return new ObservedAzureImage(json);
    }

    @Test
    void theProvisioningStateBecomesAState() {
        assertThat(image("/a", "Succeeded").state()).isEqualTo(new ImageState.Ready("/a", "/a"));
        assertThat(image("/a", "Creating").state()).isInstanceOf(ImageState.Transferring.class);
        assertThat(image("/a", "Failed").state()).isInstanceOf(ImageState.Failed.class);
        assertThat(image("/a", "Deleting").state()).isEqualTo(new ImageState.Leaving("/a"));
    }

    @Test
    void aUsableImageIsKept() {
        ObservedAzureImage failed = image("/a", "Failed");
        ObservedAzureImage creating = image("/b", "Creating");
        ObservedAzureImage second = image("/d", "Succeeded");
        ObservedAzureImage first = image("/c", "Succeeded");
        assertThat(Stream.of(failed, creating, second, first).sorted(ObservedAzureImage.KEPT_FIRST))
                .containsExactly(first, second, creating, failed);
    }
}
