package dev.butlerlabs.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ImageIdTest {
    private static final String SCHEMATIC = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";
    private static final ImageId ID = new ImageId(SCHEMATIC, "v1.12.1", "amd64", "nocloud", "qcow2");

    @Test
    void theFileNameIsThatOfTheImageFactory() {
        assertThat(ID.fileName()).isEqualTo("nocloud-amd64.qcow2");
        assertThat(new ImageId(SCHEMATIC, "v1.12.1", "arm64", "gcp", "raw.tar.gz").fileName())
                .isEqualTo("gcp-arm64.raw.tar.gz");
    }

    @Test
    void theUsualNameHasTheStartOfTheSchematic() {
        assertThat(ID.usualName()).isEqualTo("nocloud-v1.12.1-amd64-37656798-butler");
        assertThat(new ImageId("short", "v1.12.1", "amd64", "nocloud", "qcow2").usualName())
                .isEqualTo("nocloud-v1.12.1-amd64-short-butler");
    }

    @Test
    void theDigestIsStable() {
        assertThat(ID.digest()).isEqualTo(new ImageId(SCHEMATIC, "v1.12.1", "amd64", "nocloud", "qcow2").digest());
    }

    /** A label value on Kubernetes has at most 63 characters, one on GCP only lower-case letters and digits. */
    @Test
    void theDigestIsAValidTagEverywhere() {
        assertThat(ID.digest()).matches("[a-z0-9]{52}");
        for (int i = 0; i < 200; i++) {
            assertThat(new ImageId(SCHEMATIC, "v1.12." + i, "amd64", "nocloud", "qcow2").digest())
                    .matches("[a-z0-9]{52}");
        }
    }

    @Test
    void everyFieldChangesTheDigest() {
        List<ImageId> others = List.of(
                ID,
                new ImageId(SCHEMATIC.replace('3', '4'), "v1.12.1", "amd64", "nocloud", "qcow2"),
                new ImageId(SCHEMATIC, "v1.12.2", "amd64", "nocloud", "qcow2"),
                new ImageId(SCHEMATIC, "v1.12.1", "arm64", "nocloud", "qcow2"),
                new ImageId(SCHEMATIC, "v1.12.1", "amd64", "openstack", "qcow2"),
                new ImageId(SCHEMATIC, "v1.12.1", "amd64", "nocloud", "raw.xz"));
        Set<String> digests = new HashSet<>();
        others.forEach(id -> digests.add(id.digest()));
        assertThat(digests).hasSameSizeAs(others);
    }

    /** Schematics with the same first eight characters have the same name but not the same tag. */
    @Test
    void theNameIsNotTheIdentity() {
        ImageId other = new ImageId(SCHEMATIC.substring(0, 8) + "ff", "v1.12.1", "amd64", "nocloud", "qcow2");
        assertThat(other.usualName()).isEqualTo(ID.usualName());
        assertThat(other.digest()).isNotEqualTo(ID.digest());
    }

    @Test
    void theTagsOfAnImageNameNoOwner() {
        assertThat(OwnershipTags.marks(ID))
                .containsOnly(
                        Map.entry(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER),
                        Map.entry(OwnershipTags.IMAGE, ID.digest()));
        assertThat(OwnershipTags.owner(OwnershipTags.marks(ID))).isEmpty();
    }
}
