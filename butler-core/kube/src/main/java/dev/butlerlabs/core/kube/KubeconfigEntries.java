package dev.butlerlabs.core.kube;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** An ordered list of named kubeconfig entries. Immutable: every change returns a new list. */
record KubeconfigEntries(List<Map<String, Object>> entries) {
    KubeconfigEntries {
        entries = List.copyOf(entries);
    }

    /**
     * Parses a section. A missing section is an empty list.
     *
     * @return empty if the section is not a list of named maps
     */
    static Optional<KubeconfigEntries> read(Object section) {
        if (section == null) {
            return Optional.of(new KubeconfigEntries(List.of()));
        }
        if (!(section instanceof List<?> list)) {
            return Optional.empty();
        }
        List<Map<String, Object>> read = new ArrayList<>();
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> entry) || !(entry.get("name") instanceof String)) {
                return Optional.empty();
            }
            read.add(copy(entry));
        }
        return Optional.of(new KubeconfigEntries(read));
    }

    List<Map<String, Object>> tree() {
        return entries;
    }

    List<String> names() {
        return entries.stream().map(KubeconfigEntries::name).toList();
    }

    List<String> conflicts(KubeconfigEntries other) {
        return other.entries.stream()
                .filter(entry ->
                        find(name(entry)).filter(own -> !own.equals(entry)).isPresent())
                .map(KubeconfigEntries::name)
                .toList();
    }

    KubeconfigEntries merge(KubeconfigEntries other) {
        List<Map<String, Object>> merged = new ArrayList<>();
        entries.forEach(entry -> merged.add(other.find(name(entry)).orElse(entry)));
        other.entries.stream().filter(entry -> find(name(entry)).isEmpty()).forEach(merged::add);
        return new KubeconfigEntries(merged);
    }

    KubeconfigEntries completedBy(KubeconfigEntries other) {
        List<Map<String, Object>> merged = new ArrayList<>(entries);
        other.entries.stream().filter(entry -> find(name(entry)).isEmpty()).forEach(merged::add);
        return new KubeconfigEntries(merged);
    }

    KubeconfigEntries only(String name) {
        return new KubeconfigEntries(
                entries.stream().filter(entry -> name(entry).equals(name)).toList());
    }

    KubeconfigEntries without(String name) {
        return new KubeconfigEntries(
                entries.stream().filter(entry -> !name(entry).equals(name)).toList());
    }

    KubeconfigEntries renamed(String from, String to) {
        return map(entry -> {
            if (name(entry).equals(from)) {
                entry.put("name", to);
            }
            return entry;
        });
    }

    KubeconfigEntries edited(String name, String body, UnaryOperator<Map<String, Object>> change) {
        return map(entry -> {
            if (name(entry).equals(name) && entry.get(body) instanceof Map<?, ?> content) {
                entry.put(body, change.apply(copy(content)));
            }
            return entry;
        });
    }

    /** Converts some text fields in the body of every entry. */
    KubeconfigEntries mapTexts(String body, List<String> fields, UnaryOperator<String> change) {
        return map(entry -> {
            if (entry.get(body) instanceof Map<?, ?> content) {
                Map<String, Object> changed = copy(content);
                fields.forEach(field -> changed.computeIfPresent(
                        field,
                        (key, value) -> value instanceof String text && !text.isEmpty() ? change.apply(text) : value));
                entry.put(body, changed);
            }
            return entry;
        });
    }

    List<String> referring(String field, String target) {
        return names().stream()
                .filter(name -> text(name, "context", field).equals(Optional.of(target)))
                .toList();
    }

    Optional<String> text(String name, String body, String field) {
        return find(name)
                .map(entry -> entry.get(body))
                .filter(Map.class::isInstance)
                .map(content -> ((Map<?, ?>) content).get(field))
                .filter(String.class::isInstance)
                .map(String.class::cast);
    }

    /** Returns whether a field of an entry is set: present, not empty and not false. */
    boolean has(String name, String body, String field) {
        return find(name)
                .map(entry -> entry.get(body))
                .filter(Map.class::isInstance)
                .map(content -> ((Map<?, ?>) content).get(field))
                .filter(value -> !value.equals("") && !value.equals(false))
                .isPresent();
    }

    private Optional<Map<String, Object>> find(String name) {
        return entries.stream().filter(entry -> name(entry).equals(name)).findFirst();
    }

    private KubeconfigEntries map(UnaryOperator<Map<String, Object>> change) {
        return new KubeconfigEntries(
                entries.stream().map(entry -> change.apply(copy(entry))).toList());
    }

    private static String name(Map<String, Object> entry) {
        return (String) entry.get("name");
    }

    private static Map<String, Object> copy(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(String.valueOf(key), value));
        return copy;
    }
}
