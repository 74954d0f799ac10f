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
        try (Stream<Path> files = Files.walk(Path.of(arguments[1]))) {
            for (Path file : files.filter(path -> path.endsWith("reachability-metadata.json")).toList()) {
                metadata.add(JSON.readTree(file.toFile()));
            }
        }
        metadata.completeModels();
        Files.writeString(Path.of(arguments[0]), metadata.text());
    }

    private void add(JsonNode trace) {
        trace.path("reflection").forEach(this::addType);
        trace.path("resources").forEach(resource -> resources.put(resource.toString(), resource));
    }

    private void addType(JsonNode traced) {
        ObjectNode type = types.computeIfAbsent(traced.get("type").toString(), name -> newType(traced.get("type")));
        traced.properties().forEach(property -> {
            if (property.getValue() instanceof ArrayNode members) {
                union(type.withArray(property.getKey()), members);
            } else {
                type.set(property.getKey(), property.getValue());
            }
        });
    }

    private static ObjectNode newType(JsonNode name) {
        ObjectNode type = JSON.createObjectNode();
        type.set("type", name);
        return type;
    }

    private static void union(ArrayNode all, ArrayNode more) {
        TreeMap<String, JsonNode> sorted = new TreeMap<>();
        all.forEach(member -> sorted.put(member.toString(), member));
        more.forEach(member -> sorted.put(member.toString(), member));
        all.removeAll();
        sorted.values().forEach(all::add);
    }

    private void completeModels() {
        Kinds.ALL.forEach(this::completeModel);
        List.copyOf(types.values()).stream()
                .filter(Metadata::isUsedAsModel)
                .forEach(type -> loaded(type.get("type").asText()).ifPresent(this::completeModel));
    }

    /** A class whose members were reached, not only looked up or made. */
    private static boolean isUsedAsModel(ObjectNode type) {
        boolean members = type.has("fields")
                || type.path("methods").valueStream().anyMatch(method -> !method.path("name").asText().equals("<init>"));
        return members && MODELS.stream().anyMatch(type.get("type").asText()::startsWith);
    }

    private static java.util.Optional<Class<?>> loaded(String name) {
        try {
            return java.util.Optional.of(Class.forName(name, false, Metadata.class.getClassLoader()));
        } catch (ClassNotFoundException absent) {
            return java.util.Optional.empty();
        }
    }

    private void completeModel(Class<?> model) {
        if (MODELS.stream().noneMatch(model.getName()::startsWith) || !models.add(model.getName())) {
            return;
        }
        String name = JSON.getNodeFactory().textNode(model.getName()).toString();
        ObjectNode type = types.computeIfAbsent(name, ignored -> newType(JSON.getNodeFactory().textNode(model.getName())));
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
        ObjectNode document = JSON.createObjectNode();
        types.values().forEach(document.putArray("reflection")::add);
        resources.values().forEach(document.putArray("resources")::add);
        return JSON.writeValueAsString(document) + "\n";
    }
}
