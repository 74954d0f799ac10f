package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.schema.BuiltinSchemas;
import dev.butlerlabs.core.embedded.schema.FieldError;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reports values in a body that do not have the type of their field, with the messages of kube-apiserver. */
final class DecodingErrorMessage {
    private static final Pattern EXPECTED = Pattern.compile("must be of type (\\S+?):");

    private static final Pattern ENTRY =
            Pattern.compile("(.*\\.(?:labels|annotations|data|stringData|binaryData|matchLabels))\\..*");

    private DecodingErrorMessage() {}

    static Optional<String> find(ServedResource resource, ObjectNode object) {
        List<FieldError> errors = resource.isCustom()
                ? inMetadata(object.path("metadata"))
                : resource.shape().misread(object);
        return errors.stream().filter(error -> !isNoBytes(error)).findFirst().map(error -> sentence(resource, error));
    }

    /** Whether the error is about an empty byte field, which schemas do not allow but Secrets may have. */
    private static boolean isNoBytes(FieldError error) {
        return error.detail().contains("must be of type byte")
                && error.badValue().asText("-").isEmpty();
    }

    /** Returns the errors in metadata, which has the same type in all resource types. */
    private static List<FieldError> inMetadata(JsonNode metadata) {
        ObjectNode whole = JsonCodec.object();
        whole.set("metadata", metadata);
        return BuiltinSchemas.of("", "v1", "ConfigMap").orElseThrow().validate(whole).stream()
                .filter(error -> error.kind() == FieldError.Kind.TYPE_INVALID)
                .toList();
    }

    private static String sentence(ServedResource resource, FieldError error) {
        String path = error.path().replaceAll("\\[[^\\]]*\\]", "");
        Matcher expected = EXPECTED.matcher(error.detail());
        String type = expected.find() ? expected.group(1) : "object";
        if (type.equals("byte")) {
            return "illegal base64 data at input byte "
                    + illegal(error.badValue().asText());
        }
        String struct = path.startsWith("metadata.") ? "ObjectMeta" : resource.kind();
        return "json: cannot unmarshal %s into Go struct field %s.%s of type %s"
                .formatted(found(error), struct, withoutKey(path), type);
    }

    /** Returns the path of a label or annotation without its key, because both are maps. */
    private static String withoutKey(String path) {
        Matcher entry = ENTRY.matcher(path);
        return entry.matches() ? entry.group(1) : path;
    }

    private static String found(FieldError error) {
        return switch (error.badValue().asText()) {
            case "integer", "number" -> "number";
            case "boolean" -> "bool";
            case "array" -> "array";
            case "object" -> "object";
            default -> "string";
        };
    }

    private static int illegal(String text) {
        for (int i = 0; i < text.length(); i++) {
            char symbol = text.charAt(i);
            if (!Character.isLetterOrDigit(symbol) && symbol != '+' && symbol != '/' && symbol != '=') {
                return i;
            }
        }
        return text.length();
    }
}
