package dev.butlerlabs.core.talos.image;

import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Converts a schematic to the field order of the Image Factory without empty fields, and collects problems. */
final class SchematicNormalizer {
    private final List<InputProblem> problems = new ArrayList<>();

    List<InputProblem> problems() {
        return List.copyOf(problems);
    }

    Map<String, Object> canonical(Map<?, ?> tree) {
        known("", tree, Set.of("owner", "overlay", "customization"));
        Map<String, Object> result = new LinkedHashMap<>();
        putFilled(result, "owner", text("owner", tree.get("owner")));
        putFilled(result, "overlay", overlay(map("overlay", tree.get("overlay"))));
        result.put("customization", customization(map("customization", tree.get("customization"))));
        return result;
    }

    private Map<String, Object> overlay(Map<?, ?> overlay) {
        known("overlay.", overlay, Set.of("image", "name", "options"));
        Map<String, Object> result = new LinkedHashMap<>();
        putFilled(result, "image", text("overlay.image", overlay.get("image")));
        putFilled(result, "name", text("overlay.name", overlay.get("name")));
        putFilled(result, "options", sorted(map("overlay.options", overlay.get("options"))));
        return result;
    }

    private Map<String, Object> customization(Map<?, ?> source) {
        String path = "customization.";
        known(
                path,
                source,
                Set.of(
                        "embeddedMachineConfiguration",
                        "extraKernelArgs",
                        "meta",
                        "systemExtensions",
                        "bootloader",
                        "secureboot",
                        "diskImage"));
        Map<String, Object> result = new LinkedHashMap<>();
        putFilled(
                result,
                "embeddedMachineConfiguration",
                text(path + "embeddedMachineConfiguration", source.get("embeddedMachineConfiguration")));
        putFilled(result, "extraKernelArgs", texts(path + "extraKernelArgs", source.get("extraKernelArgs")));
        putFilled(result, "meta", meta(source.get("meta")));
        putFilled(
                result, "systemExtensions", extensions(map(path + "systemExtensions", source.get("systemExtensions"))));
        putFilled(result, "bootloader", text(path + "bootloader", source.get("bootloader")));
        putFilled(result, "secureboot", secureBoot(map(path + "secureboot", source.get("secureboot"))));
        putFilled(result, "diskImage", diskImage(map(path + "diskImage", source.get("diskImage"))));
        return result;
    }

    private List<Map<String, Object>> meta(Object value) {
        List<Map<String, Object>> result = new ArrayList<>();
        List<?> entries = list("customization.meta", value);
        for (int i = 0; i < entries.size(); i++) {
            String path = "customization.meta[" + i + "]";
            Map<?, ?> entry = map(path, entries.get(i));
            known(path + ".", entry, Set.of("key", "value"));
            if (!(entry.get("key") instanceof Number)) {
                problems.add(new InputProblem(path + ".key", "must be an integer"));
            }
            Map<String, Object> ordered = new LinkedHashMap<>();
            ordered.put("key", entry.get("key"));
            ordered.put("value", text(path + ".value", entry.get("value")));
            result.add(ordered);
        }
        return result;
    }

    private Map<String, Object> extensions(Map<?, ?> source) {
        known("customization.systemExtensions.", source, Set.of("officialExtensions"));
        Map<String, Object> result = new LinkedHashMap<>();
        putFilled(
                result,
                "officialExtensions",
                texts("customization.systemExtensions.officialExtensions", source.get("officialExtensions")));
        return result;
    }

    private Map<String, Object> secureBoot(Map<?, ?> source) {
        String path = "customization.secureboot.";
        known(path, source, Set.of("enrollKeys", "includeWellKnownCertificates"));
        Map<String, Object> result = new LinkedHashMap<>();
        putFilled(result, "enrollKeys", text(path + "enrollKeys", source.get("enrollKeys")));
        putFilled(
                result,
                "includeWellKnownCertificates",
                truth(path + "includeWellKnownCertificates", source.get("includeWellKnownCertificates")));
        return result;
    }

    private Map<String, Object> diskImage(Map<?, ?> source) {
        known("customization.diskImage.", source, Set.of("sectorSize"));
        Map<String, Object> result = new LinkedHashMap<>();
        if (source.get("sectorSize") instanceof Number size) {
            result.put("sectorSize", size);
        } else if (source.get("sectorSize") != null) {
            problems.add(new InputProblem("customization.diskImage.sectorSize", "must be an integer"));
        }
        return result;
    }

    private static Map<String, Object> sorted(Map<?, ?> map) {
        Map<String, Object> result = new TreeMap<>();
        map.forEach((key, value) ->
                result.put(String.valueOf(key), value instanceof Map<?, ?> inner ? sorted(inner) : value));
        return result;
    }

    private static void putFilled(Map<String, Object> map, String key, Object value) {
        boolean empty = switch (value) {
            case String words -> words.isEmpty();
            case Map<?, ?> inner -> inner.isEmpty();
            case List<?> list -> list.isEmpty();
            case Boolean truth -> !truth;
            default -> false;
        };
        if (!empty) {
            map.put(key, value);
        }
    }

    private void known(String prefix, Map<?, ?> map, Set<String> names) {
        for (Object key : map.keySet()) {
            if (!names.contains(String.valueOf(key))) {
                problems.add(new InputProblem(prefix + key, "is not a known key"));
            }
        }
    }

    private String text(String path, Object value) {
        if (value instanceof Map || value instanceof List) {
            problems.add(new InputProblem(path, "must be a string"));
        }
        return value == null ? "" : value.toString();
    }

    private boolean truth(String path, Object value) {
        if (value != null && !(value instanceof Boolean)) {
            problems.add(new InputProblem(path, "must be true or false"));
        }
        return Boolean.TRUE.equals(value);
    }

    private List<String> texts(String path, Object value) {
        List<String> result = new ArrayList<>();
        list(path, value).forEach(item -> result.add(text(path, item)));
        return result;
    }

    private List<?> list(String path, Object value) {
        if (value != null && !(value instanceof List)) {
            problems.add(new InputProblem(path, "must be a list"));
        }
        return value instanceof List<?> list ? list : List.of();
    }

    private Map<?, ?> map(String path, Object value) {
        if (value != null && !(value instanceof Map)) {
            problems.add(new InputProblem(path, "must be a mapping"));
        }
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
