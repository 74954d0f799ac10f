package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.ec2.model.Image;

class AmiResolverTest {
    @ParameterizedTest
    @CsvSource({
        "v1.12.2, talos-v1.12.2-*",
        "1.12.2, talos-v1.12.2-*",
        "v1.13.0-beta.1, talos-v1.13.0-beta.1-*",
        "golden-*, golden-*",
        "talos-v1.9*, talos-v1.9*",
    })
    void takesAVersionForTheNameOfItsImages(String words, String pattern) {
        assertThat(AmiResolver.pattern(words)).isEqualTo(pattern);
    }

    @Test
    void takesTheLatestReleaseNotTheLatestPublication() {
        List<Image> images = List.of(
                image("talos-v1.9.5-x-amd64", "2026-05-01"),
                image("talos-v1.10.0-x-amd64", "2026-04-01"),
                image("talos-v1.11.0-alpha.1-x-amd64", "2026-06-01"));

        assertThat(AmiResolver.newest("talos-v*", images)).map(Image::name).contains("talos-v1.10.0-x-amd64");
        assertThat(AmiResolver.newest("talos-v1.11.0-alpha*", images))
                .map(Image::name)
                .contains("talos-v1.11.0-alpha.1-x-amd64");
    }

    @Test
    void takesTheYoungestOfImagesWithoutAVersion() {
        assertThat(AmiResolver.newest(
                        "golden*", List.of(image("golden-a", "2026-01-02"), image("golden-b", "2026-01-01"))))
                .map(Image::name)
                .contains("golden-a");
        assertThat(AmiResolver.newest("golden*", List.of())).isEmpty();
    }

    private static Image image(String name, String created) {
        return Image.builder()
                .imageId("ami-" + name)
                .name(name)
                .creationDate(created)
                .build();
    }
}
