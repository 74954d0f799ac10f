import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.Kinds;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Puts the metadata of many traced runs into one sorted file. A run reaches only those properties of an object that its input
 * happens to have; so objects that are read from and written to JSON are registered whole, with all that can be inside them.
 */
final class Metadata {
    private static final List<String> MODELS = List.of("dev.butlerlabs.core.api.", "io.fabric8.kubernetes.");
    private static final List<String> WHOLE =
            List.of("allDeclaredConstructors", "allDeclaredFields", "allDeclaredMethods", "allPublicMethods");
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final TreeMap<String, ObjectNode> types = new TreeMap<>();
    private final TreeMap<String, JsonNode> resources = new TreeMap<>();
    private final Set<String> models = new TreeSet<>();

    /** Usage: Metadata OUTPUT-FILE TRACE-FOLDER. */
    public static void main(String[] arguments) throws IOException {
        Metadata metadata = new Metadata();
        try (Stream<Path> files = Files.list(Path.of(arguments[1]))) {
            for (Path file : files.toList()) {
                Files.readAllLines(file).forEach(line -> metadata.add(line.split(" ", -1)));
            }
        }
        metadata.completeModels();
        Files.writeString(Path.of(arguments[0]), metadata.text());
    }

    private void add(String[] note) {
        switch (note[0]) {
            case "type" -> type(note[1]);
            case "method" -> addMethod(note);
            case "field" -> member(note[1], "fields").putObject(note[2]).put("name", note[2]);
            case "unsafe" -> type(note[1]).put("unsafeAllocated", true);
            case "proxy" -> addProxy(note[1]);
            case "resource" -> addResource("glob", note[1]);
            case "bundle" -> addResource("bundle", note[1]);
            default -> System.err.println("not traced: " + String.join(" ", note));
        }
    }

    private void addMethod(String[] note) {
        ObjectNode method = member(note[1], "methods").putObject(note[2] + note[3]).put("name", note[2]);
        ArrayNode parameters = method.putArray("parameterTypes");
        Stream.of(note[3].split(",")).filter(name -> !name.isEmpty()).forEach(parameters::add);
    }

    /** Members are kept by name until the end, to be sorted and told once. */
    private ObjectNode member(String type, String kind) {
        return type(type).withObjectProperty(kind);
    }

    private void addProxy(String interfaces) {
        ObjectNode entry = types.computeIfAbsent("proxy " + interfaces, key -> JSON.createObjectNode());
        ArrayNode names = entry.putObject("type").putArray("proxy");
        Stream.of(interfaces.split(",")).forEach(names::add);
    }

    private void addResource(String kind, String name) {
        resources.put(kind + name, JSON.createObjectNode().put(kind, name));
    }

    private ObjectNode type(String name) {
        return types.computeIfAbsent(name, key -> JSON.createObjectNode().put("type", key));
    }

    private void completeModels() {
        Kinds.ALL.forEach(this::completeModel);
        List.copyOf(types.values()).stream()
                .filter(Metadata::isUsedAsModel)
                .flatMap(type -> loaded(type.get("type").asText()).stream())
                .forEach(this::completeModel);
    }

    /** A class whose members were reached, not only looked up or made. */
    private static boolean isUsedAsModel(ObjectNode type) {
        boolean members = type.has("fields")
                || type.path("methods").valueStream().anyMatch(method -> !method.path("name").asText().equals("<init>"));
        return members && MODELS.stream().anyMatch(type.get("type").asText()::startsWith);
    }

    private static Optional<Class<?>> loaded(String name) {
        try {
            return Optional.of(Class.forName(name, false, Metadata.class.getClassLoader()));
        } catch (ClassNotFoundException absent) {
            return Optional.empty();
        }
    }

    private void completeModel(Class<?> model) {
        if (MODELS.stream().noneMatch(model.getName()::startsWith) || !models.add(model.getName())) {
            return;
        }
        ObjectNode type = type(model.getName());
        type.remove(List.of("methods", "fields"));
        WHOLE.forEach(flag -> type.put(flag, true));
        inside(model.getGenericSuperclass());
        for (Field field : model.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                inside(field.getGenericType());
            }
        }
    }

    private void inside(Type type) {
        switch (type) {
            case null -> {}
            case Class<?> array when array.isArray() -> inside(array.getComponentType());
            case Class<?> plain -> completeModel(plain);
            case ParameterizedType generic -> {
                inside(generic.getRawType());
                Stream.of(generic.getActualTypeArguments()).forEach(this::inside);
            }
            case GenericArrayType array -> inside(array.getGenericComponentType());
            case WildcardType wildcard -> Stream.of(wildcard.getUpperBounds()).forEach(this::inside);
            default -> {}
        }
    }

    private String text() throws IOException {
        types.values().forEach(Metadata::listMembers);
        ObjectNode document = JSON.createObjectNode();
        document.putArray("reflection").addAll(types.values());
        document.putArray("resources").addAll(resources.values());
        return JSON.writeValueAsString(document) + "\n";
    }

    private static void listMembers(ObjectNode type) {
        for (String kind : List.of("methods", "fields")) {
            if (type.get(kind) instanceof ObjectNode members) {
                TreeMap<String, JsonNode> sorted = new TreeMap<>();
                members.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
                type.putArray(kind).addAll(sorted.values());
            }
        }
    }
}
