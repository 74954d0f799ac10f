import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.CustomResourceTypes;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts the metadata of many traced runs into one sorted file. A run reaches only those properties of an object that its input
 * happens to have; so objects that are read from and written to JSON are registered whole, with all that can be inside them.
 */
final class Metadata {
    private static final List<String> MODELS =
            List.of("dev.butlerlabs.core.api.", "io.fabric8.kubernetes.", "com.github.dockerjava.");
    private static final String OWN_CLASSES = "dev.butlerlabs.";
    private static final Pattern FOLDER = Pattern.compile("(manifests/(?!crds/)|dev/butlerlabs/[^/]+/)[^/]+/");
    private static final List<String> CONSTRUCTED = List.of("allDeclaredConstructors", "allDeclaredFields");
    private static final Pattern ACCESSOR = Pattern.compile("(get|set|is)[A-Z].*");
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final TreeMap<String, ObjectNode> types = new TreeMap<>();
    private final TreeMap<String, JsonNode> resources = new TreeMap<>();
    private final Set<String> models = new TreeSet<>();

    /** Usage: Metadata OUTPUT-FILE TRACE-DIRECTORY [--add]. With {@code --add}, the entries of an existing file are kept. */
    public static void main(String[] arguments) throws IOException {
        Metadata metadata = new Metadata();
        if (List.of(arguments).contains("--add")) {
            metadata.addExisting(JSON.readTree(Path.of(arguments[0]).toFile()));
        }
        try (Stream<Path> files = Files.list(Path.of(arguments[1]))) {
            for (Path file : files.toList()) {
                whole(Files.readString(file)).lines().forEach(line -> metadata.add(line.split(" ", -1)));
            }
        }
        metadata.completeModels();
        Files.writeString(Path.of(arguments[0]), metadata.text());
    }

    /** Entries of our own classes that no longer exist are dropped. */
    private void addExisting(JsonNode document) {
        document.path("reflection").forEach(this::addExistingType);
        document.path("resources").forEach(resource -> resource.properties()
                .forEach(property -> addResource(property.getKey(), property.getValue().asText())));
    }

    private void addExistingType(JsonNode entry) {
        if (!entry.get("type").isTextual()) {
            addProxy(entry.get("type")
                    .path("proxy")
                    .valueStream()
                    .map(JsonNode::asText)
                    .collect(Collectors.joining(",")));
            return;
        }
        String name = entry.get("type").asText();
        if (name.startsWith(OWN_CLASSES) && loaded(name).isEmpty()) {
            return;
        }
        entry.properties().stream()
                .filter(property -> property.getValue().isBoolean())
                .forEach(flag -> type(name).set(flag.getKey(), flag.getValue()));
        entry.path("fields").forEach(field -> addField(name, field.get("name").asText()));
        entry.path("methods")
                .forEach(method -> addMethod(new String[] {
                    "method",
                    name,
                    method.get("name").asText(),
                    method.path("parameterTypes")
                            .valueStream()
                            .map(JsonNode::asText)
                            .collect(Collectors.joining(","))
                }));
        type(name);
    }

    /** Without a last line that its process was killed at. */
    private static String whole(String notes) {
        return notes.substring(0, notes.lastIndexOf('\n') + 1);
    }

    private void add(String[] note) {
        switch (note[0]) {
            case "type" -> type(note[1]);
            case "method" -> addMethod(note);
            case "field" -> addField(note[1], note[2]);
            case "unsafe" -> type(note[1]).put("unsafeAllocated", true);
            case "proxy" -> addProxy(note[1]);
            case "resource" -> addResource("glob", glob(note[1]));
            case "bundle" -> addResource("bundle", note[1]);
            default -> System.err.println("not traced: " + String.join(" ", note));
        }
    }

    private void addField(String type, String name) {
        member(type, "fields").putObject(name).put("name", name);
    }

    private void addMethod(String[] note) {
        ObjectNode method =
                member(note[1], "methods").putObject(note[2] + note[3]).put("name", note[2]);
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

    /** What one run reads of a folder of ours another run reads more of: the whole folder goes in. */
    private static String glob(String resource) {
        Matcher folder = FOLDER.matcher(resource);
        return folder.lookingAt() ? folder.group() + "**" : resource;
    }

    private void addResource(String kind, String name) {
        resources.put(kind + name, JSON.createObjectNode().put(kind, name));
    }

    private ObjectNode type(String name) {
        return types.computeIfAbsent(name, key -> JSON.createObjectNode().put("type", key));
    }

    private void completeModels() {
        CustomResourceTypes.ALL.forEach(this::completeModel);
        List.copyOf(types.values()).stream()
                .filter(Metadata::isUsedAsModel)
                .flatMap(type -> loaded(type.get("type").asText()).stream())
                .forEach(this::completeModel);
    }

    /** A class whose members were reached, not only looked up or made. */
    private static boolean isUsedAsModel(ObjectNode type) {
        boolean members = type.has("fields")
                || type.path("methods")
                        .valueStream()
                        .anyMatch(method -> !method.path("name").asText().equals("<init>"));
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
        CONSTRUCTED.forEach(flag -> type.put(flag, true));
        Stream.of(model.getDeclaredMethods())
                .filter(Metadata::isProperty)
                .forEach(method -> addMethod(model.getName(), method));
        inside(model.getGenericSuperclass());
        for (Field field : model.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                inside(field.getGenericType());
            }
        }
    }

    /** Other methods, such as those that lead to builders, would bring thousands of classes along. */
    private static boolean isProperty(Method method) {
        return !method.isSynthetic()
                && (isForJson(method) || !Modifier.isStatic(method.getModifiers()) && isAccessor(method));
    }

    private static boolean isAccessor(Method method) {
        return method.getDeclaringClass().isRecord()
                || ACCESSOR.matcher(method.getName()).matches();
    }

    private static boolean isForJson(Method method) {
        return Stream.of(method.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(type -> type != JsonIgnore.class && type.getName().startsWith("com.fasterxml.jackson."));
    }

    private void addMethod(String type, Method method) {
        String parameters =
                Stream.of(method.getParameterTypes()).map(Class::getTypeName).collect(Collectors.joining(","));
        addMethod(new String[] {"method", type, method.getName(), parameters});
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
                type.remove(kind);
                type.putArray(kind).addAll(sorted.values());
            }
        }
    }
}
