package dev.butlerlabs.core.bootstrap.plan;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigPatch;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Operation;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the registry mirrors from patches of the machine configuration. Pure functions. */
final class RegistryMirrorPatchReader {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REGISTRIES = "/machine/registries";
    private static final String END_OF_LIST = "-";

    private final ObjectNode configuration = JSON.createObjectNode();

    private RegistryMirrorPatchReader() {}

    /** Returns the mirror endpoints by registry host. */
    static Map<String, List<String>> of(List<ConfigPatch> patches) {
        RegistryMirrorPatchReader mirrors = new RegistryMirrorPatchReader();
        patches.stream()
                .filter(patch -> (patch.path() + "/").startsWith(REGISTRIES + "/"))
                .forEach(mirrors::apply);
        return mirrors.endpoints();
    }

    private void apply(ConfigPatch patch) {
        JsonPointer place = JsonPointer.compile(patch.path());
        String name = place.last().getMatchingProperty();
        if (patch.op() == Operation.REMOVE) {
            if (configuration.at(place.head()) instanceof ObjectNode around) {
                around.remove(name);
            }
        } else if (configuration.at(place.head()) instanceof ArrayNode list) {
            insert(list, name, value(patch));
        } else {
            configuration.withObject(place.head()).set(name, value(patch));
        }
    }

    private static void insert(ArrayNode list, String index, JsonNode value) {
        if (index.equals(END_OF_LIST)) {
            list.add(value);
        } else {
            list.insert(Integer.parseInt(index), value);
        }
    }

    private static JsonNode value(ConfigPatch patch) {
        try {
            return JSON.readTree(patch.value());
        } catch (JsonProcessingException e) {
            throw ButlerException.invalid(
                    "Invalid patch of the machine configuration.",
                    List.of(new InputProblem(
                            "talos.configPatches", "the value at %s is not valid JSON".formatted(patch.path()))));
        }
    }

    private Map<String, List<String>> endpoints() {
        Map<String, List<String>> endpoints = new LinkedHashMap<>();
        configuration.at(REGISTRIES + "/mirrors").properties().forEach(mirror -> {
            List<String> addresses = new ArrayList<>();
            mirror.getValue().path("endpoints").forEach(address -> addresses.add(address.asText()));
            endpoints.put(mirror.getKey(), addresses);
        });
        return endpoints;
    }
}
