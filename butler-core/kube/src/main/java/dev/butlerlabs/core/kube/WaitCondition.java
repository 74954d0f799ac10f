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
 * A condition to wait for on one object.
 *
 * @param what completes "waiting until …", such as {@code it is Established}
 * @param met whether the condition is met; the object can be absent
 * @param lastSeen short description of the current state
 */
public record WaitCondition<T extends HasMetadata>(
        String what, Predicate<Optional<T>> met, Function<Optional<T>, String> lastSeen) {
    public WaitCondition {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(met, "met");
        Objects.requireNonNull(lastSeen, "lastSeen");
    }

    /** Returns a wait for a condition of this type that is True for the current generation. */
    public static <T extends HasMetadata> WaitCondition<T> condition(String type) {
        return new WaitCondition<>(
                "it is " + type,
                seen -> seen.flatMap(object -> find(object, type))
                        .filter(condition -> "True".equals(condition.get("status")))
                        .isPresent(),
                seen -> seen.map(object -> describe(object, type)).orElse("it does not exist"));
    }

    /** Returns a wait for the deletion of an object. */
    public static <T extends HasMetadata> WaitCondition<T> deleted() {
        return new WaitCondition<>(
                "it is deleted",
                Optional::isEmpty,
                seen -> seen.map(WaitCondition::describeDeletion).orElse("it is deleted"));
    }

    /** Returns a wait for an existing object that matches a predicate. */
    public static <T extends HasMetadata> WaitCondition<T> that(
            String what, Predicate<T> met, Function<T, String> lastSeen) {
        return new WaitCondition<>(
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
            return "it exists and is not being deleted";
        }
        return "its deletion is blocked by the finalizers " + object.getFinalizers();
    }

    /** Returns the condition of this type unless it was observed for an older generation. */
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
                : ResourceTrees.convert(object, GenericKubernetesResource.class);
        return generic.get("status", "conditions") instanceof List<?> list ? list : List.of();
    }

    private static boolean isCurrent(Map<?, ?> condition, HasMetadata object) {
        Long generation = object.getMetadata().getGeneration();
        return generation == null
                || !(condition.get("observedGeneration") instanceof Number observed)
                || observed.longValue() >= generation;
    }
}
