package dev.butlerlabs.core.embedded.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The encodings of request and response bodies: JSON and YAML. */
public enum BodyFormat {
    JSON("application/json") {
        @Override
        public DecodedBody read(byte[] body) throws IOException {
            try (JsonParser parser = JsonCodec.FACTORY.createParser(body)) {
                return new TreeReader(parser).read();
            }
        }

        @Override
        public byte[] write(JsonNode node) {
            return JsonCodec.write(node);
        }
    },
    YAML("application/yaml") {
        @Override
        public DecodedBody read(byte[] body) throws IOException {
            return YamlBody.read(body);
        }

        @Override
        public byte[] write(JsonNode node) {
            try {
                return Yaml.MAPPER.writeValueAsBytes(node);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    /** Loaded with the first YAML response, because most servers never send one. */
    private static final class Yaml {
        static final YAMLFactory FACTORY = YAMLFactory.builder()
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                .build();
        static final ObjectMapper MAPPER = new ObjectMapper(FACTORY);
    }

    private final String mediaType;

    BodyFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    public abstract byte[] write(JsonNode node);

    /** Decodes a body; throws with the message of the parser if the body is malformed, empty or followed by more content. */
    public abstract DecodedBody read(byte[] body) throws IOException;
}
