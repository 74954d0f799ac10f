package dev.butlerlabs.core.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.InputProblem;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordJsonTest {
    record Base(String name) implements InlineFields {}

    record Sample(
            Base base,
            @JsonField(min = 1, max = 9) int count,
            Optional<Boolean> on,
            List<String> words,
            Map<String, Integer> amounts,
            Instant time,
            @JsonField("continue") Optional<String> next) {}

    record Body(
            @JsonField(pattern = "[a-z]+") String name,
            @JsonField(min = 1) int count,
            Optional<Boolean> on,
            Optional<List<String>> words) {}

    private static String text(Object value) {
        return new String(RecordJsonWriter.write(value), StandardCharsets.UTF_8);
    }

    @Test
    void writesFieldsAndOmitsAbsentOnes() {
        Sample sample = new Sample(
                new Base("a<b"), 3, Optional.empty(), List.of("x"), Map.of("k", 1), Instant.EPOCH, Optional.of("n"));

        assertThat(text(sample))
                .isEqualTo("{\"name\":\"a\\u003Cb\",\"count\":3,\"words\":[\"x\"],\"amounts\":{\"k\":1},"
                        + "\"time\":\"1970-01-01T00:00:00Z\",\"continue\":\"n\"}");
    }

    @Test
    void readsARecord() {
        RecordJsonReader.Result<Body> result =
                read("{\"name\": \"abc\", \"count\": 2, \"on\": null, \"words\": [\"x\"]}");

        assertThat(result.value()).contains(new Body("abc", 2, Optional.empty(), Optional.of(List.of("x"))));
    }

    private static RecordJsonReader.Result<Body> read(String text) {
        return RecordJsonReader.read(
                RecordJsonReader.tree(text.getBytes(StandardCharsets.UTF_8)).orElseThrow(), Body.class);
    }

    @Test
    void reportsEveryProblem() {
        assertThat(read("{\"name\": \"ABC\", \"count\": 0, \"on\": \"yes\", \"words\": [1], \"more\": 1}")
                        .problems())
                .extracting(InputProblem::path)
                .containsExactlyInAnyOrder("name", "count", "on", "words[0]", "more");
        assertThat(read("{}").problems()).extracting(InputProblem::sentence).containsOnly("is missing");
        assertThat(read("[]").problems()).hasSize(1);
        assertThat(read("{\"name\": \"a\", \"count\": 1.5}").problems())
                .extracting(InputProblem::path)
                .containsExactly("count");
    }

    @Test
    void rejectsTextsThatAreNotOneJsonValue() {
        for (String text : List.of("", "{", "{} {}", "{\"a\":1,\"a\":2}", "\u0000")) {
            assertThat(RecordJsonReader.tree(text.getBytes(StandardCharsets.UTF_8)))
                    .as(text)
                    .isEmpty();
        }
    }

    @Test
    void describesRecords() {
        Map<String, Object> schema = RecordSchema.of(Sample.class, true);

        assertThat(text(schema.get("required"))).isEqualTo("[\"name\",\"count\",\"words\",\"amounts\",\"time\"]");
        assertThat(text(((Map<?, ?>) schema.get("properties")).get("count")))
                .isEqualTo("{\"type\":\"integer\",\"minimum\":1,\"maximum\":9}");
        assertThat(schema).containsEntry("additionalProperties", false);
    }
}
