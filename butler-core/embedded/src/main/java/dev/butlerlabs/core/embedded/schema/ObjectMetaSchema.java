package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The schema of {@code metadata}, which all resource types share. */
final class ObjectMetaSchema {
    static final JsonNode SOURCE = parse("""
            {"type": "object", "properties": {
              "name": {"type": "string"}, "generateName": {"type": "string"}, "namespace": {"type": "string"},
              "selfLink": {"type": "string"}, "uid": {"type": "string"}, "resourceVersion": {"type": "string"},
              "generation": {"type": "integer", "format": "int64"},
              "creationTimestamp": {"type": "string", "format": "date-time", "nullable": true},
              "deletionTimestamp": {"type": "string", "format": "date-time", "nullable": true},
              "deletionGracePeriodSeconds": {"type": "integer", "format": "int64"},
              "labels": {"type": "object", "additionalProperties": {"type": "string"}},
              "annotations": {"type": "object", "additionalProperties": {"type": "string"}},
              "finalizers": {"type": "array", "items": {"type": "string"},
                "x-kubernetes-list-type": "set", "x-kubernetes-patch-strategy": "merge"},
              "ownerReferences": {"type": "array",
                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["uid"],
                "x-kubernetes-patch-merge-key": "uid", "x-kubernetes-patch-strategy": "merge",
                "items": {"type": "object", "required": ["apiVersion", "kind", "name", "uid"],
                  "x-kubernetes-map-type": "atomic", "properties": {
                    "apiVersion": {"type": "string"}, "kind": {"type": "string"}, "name": {"type": "string"},
                    "uid": {"type": "string"}, "controller": {"type": "boolean"},
                    "blockOwnerDeletion": {"type": "boolean"}}}},
              "managedFields": {"type": "array", "x-kubernetes-list-type": "atomic",
                "items": {"type": "object", "properties": {
                  "manager": {"type": "string"}, "operation": {"type": "string"}, "apiVersion": {"type": "string"},
                  "time": {"type": "string", "format": "date-time"}, "fieldsType": {"type": "string"},
                  "subresource": {"type": "string"},
                  "fieldsV1": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}
            }}""");

    static final SchemaNode NODE = SchemaReader.read(SOURCE);

    private ObjectMetaSchema() {}

    private static JsonNode parse(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException("the schema of metadata is not JSON", broken);
        }
    }
}
