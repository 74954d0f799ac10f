package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the generator of the Kubernetes client leaves out of a CRD: it is added here from the same classes, by walking the records and
 * the schema side by side.
 */
final class SchemaDetails {
    private static final String QUANTITY =
            "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

    private final Class<? extends CustomResource<?, ?>> kind;

    SchemaDetails(Class<? extends CustomResource<?, ?>> kind) {
        this.kind = kind;
    }

    void addTo(CustomResourceDefinition crd) {
        crd.getSpec().getNames().setListKind(kind.getSimpleName() + "List");
        CustomResourceDefinitionVersion version = crd.getSpec().getVersions().getFirst();
        orderColumns(version.getAdditionalPrinterColumns());
        JSONSchemaProps root = version.getSchema().getOpenAPIV3Schema();
        describeRoot(root);
        Type[] specAndStatus = ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments();
        describePart(root, "spec", specAndStatus[0]);
        describePart(root, "status", specAndStatus[1]);
    }

    /** The generator sorts columns by path; people read them in the order of the annotations. */
    private void orderColumns(List<CustomResourceColumnDefinition> columns) {
        List<String> names = Arrays.stream(kind.getAnnotationsByType(AdditionalPrinterColumn.class))
                .map(AdditionalPrinterColumn::name)
                .toList();
        columns.sort(Comparator.comparing(column -> names.indexOf(column.getName())));
        columns.stream().filter(column -> column.getPriority() == 0).forEach(column -> column.setPriority(null));
    }

    private void describeRoot(JSONSchemaProps root) {
        root.setDescription(description(kind));
        Map<String, JSONSchemaProps> properties = new LinkedHashMap<>();
        properties.put(
                "apiVersion", described("string", "Group and version of this object: " + ApiGroup.API_VERSION + "."));
        properties.put("kind", described("string", "Kind of this object: " + kind.getSimpleName() + "."));
        properties.put(
                "metadata", new JSONSchemaPropsBuilder().withType("object").build());
        properties.putAll(root.getProperties());
        root.setProperties(properties);
    }

    private static JSONSchemaProps described(String type, String description) {
        return new JSONSchemaPropsBuilder()
                .withType(type)
                .withDescription(description)
                .build();
    }

    private static void describePart(JSONSchemaProps root, String name, Type type) {
        if (type == Void.class) {
            root.getProperties().remove(name);
        } else {
            Class<?> part = (Class<?>) type;
            JSONSchemaProps schema = root.getProperties().get(name);
            schema.setDescription(description(part));
            addToRecord(schema, part);
        }
    }

    private static String description(Class<?> type) {
        return type.getAnnotation(JsonClassDescription.class).value();
    }

    private static void addToRecord(JSONSchemaProps schema, Class<?> type) {
        for (RecordComponent component : type.getRecordComponents()) {
            JSONSchemaProps property = schema.getProperties().get(wireName(component));
            addToValue(property, component.getGenericType());
            if (component.isAnnotationPresent(ListMap.class)) {
                property.setXKubernetesListType("map");
                property.setXKubernetesListMapKeys(
                        List.of(component.getAnnotation(ListMap.class).value()));
            }
            if (component.isAnnotationPresent(Format.class)) {
                property.setFormat(component.getAnnotation(Format.class).value());
            }
        }
    }

    private static void addToValue(JSONSchemaProps schema, Type type) {
        if (type instanceof ParameterizedType container) {
            addToContainer(schema, container);
        } else if (type == int.class || type == Integer.class) {
            schema.setFormat("int32");
        } else if (type == long.class || type == Long.class) {
            schema.setFormat("int64");
        } else if (type == Instant.class) {
            schema.setType("string");
            schema.setFormat("date-time");
        } else if (type == Quantity.class) {
            schema.setPattern(QUANTITY);
        } else if (type == Condition.class) {
            ConditionSchema.replace(schema);
        } else if (type instanceof Class<?> nested && nested.isAnnotationPresent(ApiRecord.class)) {
            addToRecord(schema, nested);
        }
    }

    private static void addToContainer(JSONSchemaProps schema, ParameterizedType container) {
        Type element = container.getActualTypeArguments()[container.getActualTypeArguments().length - 1];
        if (container.getRawType() == List.class) {
            addToValue(schema.getItems().getSchema(), element);
        } else if (element == Object.class) {
            schema.setAdditionalProperties(null);
            schema.setXKubernetesPreserveUnknownFields(true);
        } else {
            addToValue(schema.getAdditionalProperties().getSchema(), element);
        }
    }

    private static String wireName(RecordComponent component) {
        JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        return renamed == null ? component.getName() : renamed.value();
    }
}
