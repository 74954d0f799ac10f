package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.AnyType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.runtime.RawExtension;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Derives the schemas of the built-in kinds from the classes of the Kubernetes client and a table of what these do not say. */
final class BuiltinSchemaGenerator {
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    private static final Set<String> META_TYPES =
            Set.of("LabelSelector", "LabelSelectorRequirement", "Condition", "FieldSelectorRequirement");
    private static final Map<String, String> PACKAGES = Map.ofEntries(
            Map.entry("io.fabric8.kubernetes.api.model", "io.k8s.api.core.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.apps", "io.k8s.api.apps.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.batch.v1", "io.k8s.api.batch.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.rbac", "io.k8s.api.rbac.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.coordination.v1", "io.k8s.api.coordination.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.storage", "io.k8s.api.storage.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.networking.v1", "io.k8s.api.networking.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.scheduling.v1", "io.k8s.api.scheduling.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.discovery.v1", "io.k8s.api.discovery.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.policy.v1", "io.k8s.api.policy.v1"),
            Map.entry("io.fabric8.kubernetes.api.model.events.v1", "io.k8s.api.events.v1"),
            Map.entry(
                    "io.fabric8.kubernetes.api.model.admissionregistration.v1", "io.k8s.api.admissionregistration.v1"),
            Map.entry(
                    "io.fabric8.kubernetes.api.model.apiextensions.v1",
                    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1"));
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final TreeMap<String, ObjectNode> definitions = new TreeMap<>();
    private final TreeMap<String, String> kinds = new TreeMap<>();

    private BuiltinSchemaGenerator() {}

    static JsonNode generate(List<Class<? extends HasMetadata>> types, List<String> table) {
        BuiltinSchemaGenerator generator = new BuiltinSchemaGenerator();
        types.forEach(generator::kind);
        table.stream().filter(line -> !line.startsWith("#")).forEach(generator::apply);
        ObjectNode result = JSON.objectNode();
        ObjectNode kinds = result.putObject("kinds");
        generator.kinds.forEach(kinds::put);
        ObjectNode definitions = result.putObject("definitions");
        generator.definitions.forEach(definitions::set);
        return result;
    }

    private void kind(Class<? extends HasMetadata> type) {
        String apiVersion = HasMetadata.getApiVersion(type);
        kinds.put(apiVersion + "/" + HasMetadata.getKind(type), name(type));
        define(type);
    }

    private void define(Class<?> type) {
        if (definitions.containsKey(name(type))) {
            return;
        }
        ObjectNode definition = JSON.objectNode();
        definitions.put(name(type), definition);
        definition.put("type", "object");
        TreeMap<String, JsonNode> properties = new TreeMap<>();
        for (Field field : type.getDeclaredFields()) {
            property(field).ifPresent(name -> properties.put(name, schema(name, field.getGenericType())));
        }
        ObjectNode node = definition.putObject("properties");
        properties.forEach(node::set);
    }

    private static Optional<String> property(Field field) {
        JsonProperty property = field.getAnnotation(JsonProperty.class);
        boolean left = Modifier.isStatic(field.getModifiers()) || field.isAnnotationPresent(JsonIgnore.class);
        return left || property == null
                ? Optional.empty()
                : Optional.of(property.value().isEmpty() ? field.getName() : property.value());
    }

    private JsonNode schema(String name, Type type) {
        if (type instanceof ParameterizedType generic) {
            return generic.getRawType() == Map.class ? map(name, generic) : list(name, generic);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == Integer.class) {
            return typed("integer").put("format", "int32");
        }
        if (plain == Long.class) {
            return typed("integer").put("format", "int64");
        }
        if (plain == Boolean.class) {
            return typed("boolean");
        }
        if (plain == Double.class) {
            return typed("number");
        }
        if (plain == String.class || plain.isEnum() || isMoment(plain)) {
            return text(name, plain);
        }
        return object(plain);
    }

    /** The classes keep times as text; their names tell them. */
    private static ObjectNode text(String name, Class<?> type) {
        boolean moment = isMoment(type)
                || name.endsWith("Timestamp")
                || name.endsWith("Time")
                || name.equals("timeAdded")
                || name.endsWith("edAt");
        return moment ? typed("string").put("format", "date-time").put("nullable", true) : typed("string");
    }

    private static boolean isMoment(Class<?> type) {
        return type == MicroTime.class || type == ZonedDateTime.class;
    }

    private JsonNode object(Class<?> type) {
        if (type == Quantity.class) {
            return reference("io.k8s.apimachinery.pkg.api.resource.Quantity", quantity());
        }
        if (type == IntOrString.class) {
            return reference(
                    "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
                    JSON.objectNode().put("x-kubernetes-int-or-string", true));
        }
        if (isOpen(type)) {
            return typed("object").put("x-kubernetes-preserve-unknown-fields", true);
        }
        if (type.getSimpleName().equals("ObjectMeta")) {
            return reference(META + "ObjectMeta", (ObjectNode) ObjectMetaSchema.SOURCE.deepCopy());
        }
        define(type);
        return JSON.objectNode().put("$ref", name(type));
    }

    /** Anything goes: raw objects, and schemas, which contain themselves. */
    private static boolean isOpen(Class<?> type) {
        return type == Object.class
                || type == KubernetesResource.class
                || type == RawExtension.class
                || type == AnyType.class
                || type == JsonNode.class
                || type == HasMetadata.class
                || type.getSimpleName().equals("FieldsV1")
                || type.getSimpleName().equals("JSONSchemaProps");
    }

    private JsonNode reference(String name, ObjectNode definition) {
        definitions.putIfAbsent(name, definition);
        return JSON.objectNode().put("$ref", name);
    }

    private static ObjectNode quantity() {
        ObjectNode quantity = JSON.objectNode();
        quantity.putArray("anyOf").add(typed("string")).add(typed("number"));
        return quantity;
    }

    private JsonNode map(String name, ParameterizedType type) {
        return typed("object").set("additionalProperties", schema(name, type.getActualTypeArguments()[1]));
    }

    private JsonNode list(String name, ParameterizedType type) {
        return typed("array").set("items", schema(name, type.getActualTypeArguments()[0]));
    }

    private static ObjectNode typed(String type) {
        return JSON.objectNode().put("type", type);
    }

    private static String name(Class<?> type) {
        String prefix = META_TYPES.contains(type.getSimpleName()) ? META : PACKAGES.get(type.getPackageName()) + ".";
        return prefix + type.getSimpleName();
    }

    /** One line of the table: a definition or one of its fields, and what it adds. */
    private void apply(String line) {
        String[] words = line.split(" ", 2);
        Matcher path = Pattern.compile("((?:meta|[a-z]+)\\.v1)\\.([A-Za-z0-9]+)(?:\\.([A-Za-z0-9]+))?")
                .matcher(words[0]);
        if (!path.matches()) {
            throw new IllegalArgumentException("cannot read: " + line);
        }
        String suffix = "." + path.group(1) + "." + path.group(2);
        ObjectNode definition = definitions.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(suffix))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such type: " + line));
        ObjectNode target = path.group(3) == null
                ? definition
                : (ObjectNode) definition.path("properties").get(path.group(3));
        if (target == null) {
            throw new IllegalArgumentException("no such field: " + line);
        }
        for (String word : words[1].split(" ", -1)) {
            add(target, word);
        }
    }

    private static void add(ObjectNode target, String word) {
        String value = word.substring(word.indexOf('=') + 1);
        switch (word.split("=", 2)[0]) {
            case "set" -> target.put("x-kubernetes-list-type", "set");
            case "map" -> {
                target.put("x-kubernetes-list-type", "map");
                texts(target, "x-kubernetes-list-map-keys", value);
            }
            case "atomic-map" -> target.put("x-kubernetes-map-type", "atomic");
            case "key" -> target.put("x-kubernetes-patch-merge-key", value);
            case "patch" -> target.put("x-kubernetes-patch-strategy", value);
            case "default" -> target.set("default", json(value));
            case "format" ->
                ((ObjectNode) (target.has("additionalProperties") ? target.get("additionalProperties") : target))
                        .put("format", value);
            case "required" -> texts(target, "required", value);
            default -> throw new IllegalArgumentException("unknown word: " + word);
        }
    }

    private static void texts(ObjectNode target, String name, String words) {
        target.putArray(name);
        List.of(words.split(",", -1)).forEach(target.withArray(name)::add);
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(text, broken);
        }
    }
}
