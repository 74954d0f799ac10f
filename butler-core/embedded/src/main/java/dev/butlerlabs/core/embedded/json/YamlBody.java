package dev.butlerlabs.core.embedded.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlNode.Mapping;
import dev.butlerlabs.core.yaml.YamlNode.Scalar;
import dev.butlerlabs.core.yaml.YamlNode.Sequence;
import dev.butlerlabs.core.yaml.YamlNode.Style;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads a YAML request body as kube-apiserver does: aliases and merge keys are resolved, numbers must be finite, and booleans and octal
 * numbers are those of YAML 1.1.
 */
final class YamlBody {
    private static final YamlLimits LIMITS = new YamlLimits(4 * 1024 * 1024, 1000, 1_000_000);
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final Pattern TRUE = Pattern.compile("y|Y|yes|Yes|YES|on|On|ON");
    private static final Pattern FALSE = Pattern.compile("n|N|no|No|NO|off|Off|OFF");

    private final List<String> duplicates = new ArrayList<>();

    private YamlBody() {}

    static DecodedBody read(byte[] body) throws IOException {
        YamlBody reader = new YamlBody();
        try {
            List<YamlNode> documents = YamlParser.parse(new String(body, StandardCharsets.UTF_8), LIMITS);
            if (documents.isEmpty()) {
                throw new JsonParseException(null, "unexpected end of JSON input");
            }
            if (documents.size() > 1) {
                throw new JsonParseException(null, "content after the end of the document");
            }
            return new DecodedBody(reader.value("", documents.getFirst()), reader.duplicates);
        } catch (YamlSyntaxException e) {
            throw new JsonParseException(null, "error converting YAML to JSON: yaml: " + line(e) + e.getMessage());
        }
    }

    private static String line(YamlSyntaxException e) {
        return e.position().map(there -> "line " + there.line() + ": ").orElse("");
    }

    private JsonNode value(String path, YamlNode node) {
        return switch (node) {
            case Mapping mapping -> object(path, mapping);
            case Sequence sequence -> array(path, sequence);
            case Scalar scalar -> scalar(scalar);
        };
    }

    private ObjectNode object(String path, Mapping mapping) {
        ObjectNode object = NODES.objectNode();
        for (YamlNode.Entry entry : mapping.entries()) {
            if (!(entry.key() instanceof Scalar key)) {
                throw YamlSyntaxException.at(entry.key(), "has a key that is not text");
            }
            String name = name(key);
            String place = path.isEmpty() ? name : path + "." + name;
            if (object.has(name)) {
                duplicates.add(place);
            }
            object.set(name, value(place, entry.value()));
        }
        return object;
    }

    private ArrayNode array(String path, Sequence sequence) {
        ArrayNode array = NODES.arrayNode();
        for (YamlNode item : sequence.items()) {
            array.add(value(path + "[" + array.size() + "]", item));
        }
        return array;
    }

    private static String name(Scalar key) {
        return key.style() == Style.PLAIN ? scalar(key).asText() : key.text();
    }

    private static JsonNode scalar(Scalar scalar) {
        return switch (value(scalar)) {
            case null -> NODES.nullNode();
            case Boolean value -> NODES.booleanNode(value);
            case Integer value -> NODES.numberNode(value);
            case Long value -> NODES.numberNode(value);
            case Number value -> NODES.numberNode(value.doubleValue());
            case Object text -> NODES.textNode(text.toString());
        };
    }

    private static Object value(Scalar scalar) {
        if (scalar.style() == Style.PLAIN && TRUE.matcher(scalar.text()).matches()) {
            return true;
        }
        if (scalar.style() == Style.PLAIN && FALSE.matcher(scalar.text()).matches()) {
            return false;
        }
        return YamlValueConverter.of(scalar, YamlValueConverter.Numbers.TALOS);
    }
}
