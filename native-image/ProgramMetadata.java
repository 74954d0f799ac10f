import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Derives the metadata of a program from that of a larger one which contains it: copies the entries whose classes and resources are on the
 * class path.
 */
final class ProgramMetadata {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String CONTENT = "/**";

    private ProgramMetadata() {}

    /** Usage: ProgramMetadata OUTPUT-FILE INPUT-FILE. */
    public static void main(String[] arguments) throws IOException {
        JsonNode all = JSON.readTree(Path.of(arguments[1]).toFile());
        ObjectNode kept = JSON.createObjectNode();
        kept.putArray("reflection").addAll(filter(all.get("reflection"), ProgramMetadata::isTypePresent));
        kept.putArray("resources").addAll(filter(all.get("resources"), ProgramMetadata::isResourcePresent));
        Files.writeString(Path.of(arguments[0]), JSON.writeValueAsString(kept) + "\n");
    }

    private static List<JsonNode> filter(JsonNode entries, Predicate<JsonNode> condition) {
        return elements(entries).filter(condition).toList();
    }

    private static boolean isTypePresent(JsonNode entry) {
        JsonNode type = entry.get("type");
        return type.isTextual()
                ? isPresent(type.asText())
                : elements(type.get("proxy")).map(JsonNode::asText).allMatch(ProgramMetadata::isPresent);
    }

    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, ProgramMetadata.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    /** Jars list their directories, so a pattern for the content of one is checked by the directory. */
    private static boolean isResourcePresent(JsonNode entry) {
        String name = entry.path("glob").asText();
        String directory = name.endsWith(CONTENT) ? name.substring(0, name.length() - CONTENT.length() + 1) : name;
        return !entry.has("glob") || ProgramMetadata.class.getClassLoader().getResource(directory) != null;
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
