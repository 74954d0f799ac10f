package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What is awaited of one object.
 *
 * @param what completes "waiting until …", such as {@code it is Established}
 * @param met whether it has happened; the object may be absent
 * @param lastSeen says in a few words how the object looks now
 */
public record Awaited<T extends HasMetadata>(
        String what, Predicate<Optional<T>> met, Function<Optional<T>, String> lastSeen) {
    public Awaited {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(met, "met");
        Objects.requireNonNull(lastSeen, "lastSeen");
    }

    /** The object is there and the condition of this type is True for its present generation. */
    public static <T extends HasMetadata> Awaited<T> condition(String type) {
        return new Awaited<>(
                "it is " + type,
                seen -> seen.flatMap(object -> find(object, type))
                        .filter(condition -> "True".equals(condition.get("status")))
                        .isPresent(),
                seen -> seen.map(object -> describe(object, type)).orElse("it does not exist"));
    }

    /** The object is gone. */
    public static <T extends HasMetadata> Awaited<T> deleted() {
        return new Awaited<>(
                "it is gone",
                Optional::isEmpty,
                seen -> seen.map(Awaited::describeDeletion).orElse("it is gone"));
    }

    /** The object is there and the caller is content with it. */
    public static <T extends HasMetadata> Awaited<T> that(String what, Predicate<T> met, Function<T, String> lastSeen) {
        return new Awaited<>(
                what,
                seen -> seen.filter(met).isPresent(),
                seen -> seen.map(lastSeen).orElse("it does not exist"));
    }

    private static String describe(HasMetadata object, String type) {
        return find(object, type)
                .map(condition -> "%s is %s%s%s"
                        .formatted(
                                type,
                                condition.get("status"),
                                detail(" (%s)", condition.get("reason")),
                                detail(": %s", condition.get("message"))))
                .orElse("no condition %s yet".formatted(type));
    }

    private static String detail(String format, Object value) {
        return value == null || value.toString().isEmpty() ? "" : format.formatted(value);
    }

    private static String describeDeletion(HasMetadata object) {
        if (object.getMetadata().getDeletionTimestamp() == null) {
            return "it exists and nobody asked for its deletion";
        }
        return "its deletion waits for the finalizers " + object.getFinalizers();
    }

    /** The condition of this type, unless it speaks of an older generation than the object has. */
    private static Optional<Map<?, ?>> find(HasMetadata object, String type) {
        return conditions(object).stream()
                .filter(Map.class::isInstance)
                .<Map<?, ?>>map(Map.class::cast)
                .filter(condition -> type.equals(condition.get("type")))
                .filter(condition -> isCurrent(condition, object))
                .findFirst();
    }

    private static List<?> conditions(HasMetadata object) {
        GenericKubernetesResource generic = object instanceof GenericKubernetesResource already
                ? already
                : Trees.convert(object, GenericKubernetesResource.class);
        return generic.get("status", "conditions") instanceof List<?> list ? list : List.of();
    }

    private static boolean isCurrent(Map<?, ?> condition, HasMetadata object) {
        Long generation = object.getMetadata().getGeneration();
        return generation == null
                || !(condition.get("observedGeneration") instanceof Number observed)
                || observed.longValue() >= generation;
    }
}
