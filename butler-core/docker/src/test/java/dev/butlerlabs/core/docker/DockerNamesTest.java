package dev.butlerlabs.core.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DockerNamesTest {
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    @ParameterizedTest
    @CsvSource({
        "kindest/node, kindest/node:latest",
        "kindest/node:v1.31.2, kindest/node:v1.31.2",
        "localhost:5000/node, localhost:5000/node:latest",
        "localhost:5000/kind/node:v1, localhost:5000/kind/node:v1"
    })
    void anImageIsAskedForByItsTag(String text, String wanted) {
        assertThat(ImageName.parse(text).wanted()).isEqualTo(wanted);
        assertThat(ImageName.parse(text)).hasToString(text);
    }

    @Test
    void aDigestDecidesOverTheTag() {
        assertThat(ImageName.parse("kindest/node:v1@" + DIGEST).wanted()).isEqualTo("kindest/node@" + DIGEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-x", "a b", "node@sha256:12", "node:"})
    void whatIsNoNameIsRefused(String text) {
        assertThatThrownBy(() -> ImageName.parse(text)).hasMessageContaining("image");
    }

    @ParameterizedTest
    @CsvSource({"1.41, true", "1.45, true", "2.0, true", "1.40, false", "1, false", "'', false", "x.y, false"})
    void theVersionOfTheApiIsComparedByNumber(String api, boolean enough) {
        assertThat(new DockerVersion("20.10", api).speaks(1, 41)).isEqualTo(enough);
    }

    @Test
    void optionsAreReadWhole() {
        assertThat(new DockerEngineInfo("2", "overlay2", "", List.of("name=seccomp,profile=rootless"), 4, 8L << 30, "")
                        .isRootless())
                .isFalse();
        assertThat(new DockerEngineInfo("2", "overlay2", "", List.of("name=userns"), 4, 8L << 30, "").remapsUsers())
                .isTrue();
    }

    @Test
    void secretsDoNotPrint() {
        assertThat(new ExecResult(0, "canary-7f3a", "")).asString().doesNotContain("canary");
        assertThat(new ArchiveFile("/kind/x", "canary-7f3a", false)).asString().doesNotContain("canary");
    }
}
