package dev.butlerlabs.core.api;

import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaPropsBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The schema every Kubernetes condition has; the class of the Kubernetes client carries no annotations to take it from. */
final class ConditionSchema {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String TYPE =
            "^(" + LABEL + "(\\." + LABEL + ")*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$";
    private static final String REASON = "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$";

    private ConditionSchema() {}

    static void replace(JSONSchemaProps schema) {
        Map<String, JSONSchemaProps> properties = new LinkedHashMap<>();
        properties.put(
                "lastTransitionTime",
                text("Time of the last status change.").withFormat("date-time").build());
        properties.put(
                "message",
                text("Human-readable message about the condition.")
                        .withMaxLength(32768L)
                        .build());
        properties.put(
                "observedGeneration",
                new JSONSchemaPropsBuilder()
                        .withType("integer")
                        .withDescription("Generation of the object for which the condition was observed.")
                        .withFormat("int64")
                        .withMinimum(0.0)
                        .build());
        properties.put(
                "reason",
                text("Machine-readable reason of the condition status.")
                        .withMinLength(1L)
                        .withMaxLength(1024L)
                        .withPattern(REASON)
                        .build());
        properties.put(
                "status",
                text("Status of the condition.")
                        .withEnum(new TextNode("True"), new TextNode("False"), new TextNode("Unknown"))
                        .build());
        properties.put(
                "type",
                text("Type of the condition.")
                        .withMaxLength(316L)
                        .withPattern(TYPE)
                        .build());
        schema.setProperties(properties);
        schema.setRequired(List.of("lastTransitionTime", "message", "reason", "status", "type"));
    }

    private static JSONSchemaPropsBuilder text(String description) {
        return new JSONSchemaPropsBuilder().withType("string").withDescription(description);
    }
}
