package dev.butlerlabs.sim.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Images on moto, which implements AWS independently of this project. It does not implement the tags of a registered image, so the test
 * adds them.
 */
@Tag("process")
class MotoImagesTest extends AwsImageFixture {
    private static final int BLOCK = 512 * 1024;

    @Override
    AwsWorld world() {
        return MotoServer.freshAccount();
    }

    @Test
    void theBlocksOfTheSnapshotAreThoseOfTheDiskWithoutZeros() throws IOException, InterruptedException {
        images.create(upload());
        String path = "/snapshots/" + snapshots().getFirst().snapshotId() + "/blocks";
        List<Integer> written = new ArrayList<>();
        try (InputStream disk = new GZIPInputStream(client.download(IMAGE, client.prepare(IMAGE)))) {
            byte[] block = disk.readNBytes(BLOCK);
            for (int index = 0; block.length > 0; index++) {
                if (!Arrays.equals(block, new byte[BLOCK])) {
                    written.add(index);
                    assertThat(get(path + "/" + index + "?blockToken=any"))
                            .as("block %d", index)
                            .isEqualTo(block);
                }
                block = disk.readNBytes(BLOCK);
            }
        }
        JsonNode blocks = new ObjectMapper().readTree(get(path));
        assertThat(blocks.path("Blocks")
                        .valueStream()
                        .map(block -> block.path("BlockIndex").asInt())
                        .toList())
                .isEqualTo(written)
                .hasSize(4);
    }

    private byte[] get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(world.settings().get("endpoint").toString()).resolve(path))
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=AKIA/20260101/us-east-1/ebs/aws4_request, SignedHeaders=host, Signature=0")
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            return response.body();
        }
    }

    @Test
    void aTaggedImageIsFoundAndDeletedWithItsSnapshot() {
        images.create(upload());
        assertThat(snapshots()).hasSize(1);
        try (AwsTruth truth = world.truth()) {
            String id = truth.ec2.describeImages(request -> request.owners("self")).images().stream()
                    .filter(image -> IMAGE.usualName().equals(image.name()))
                    .findFirst()
                    .orElseThrow()
                    .imageId();
            truth.ec2.createTags(request -> request.resources(id)
                    .tags(
                            software.amazon.awssdk.services.ec2.model.Tag.builder()
                                    .key(OwnershipTags.MANAGED_BY)
                                    .value(OwnershipTags.MANAGER)
                                    .build(),
                            software.amazon.awssdk.services.ec2.model.Tag.builder()
                                    .key(OwnershipTags.IMAGE)
                                    .value(IMAGE.digest())
                                    .build()));
            assertThat(images.observe(IMAGE)).isEqualTo(new ImageState.Ready(id, id));
        }
        images.delete(IMAGE);
        assertThat(images.observe(IMAGE)).isInstanceOf(ImageState.Absent.class);
        assertThat(snapshots()).isEmpty();
        assertThat(registered()).isEmpty();
    }
}
