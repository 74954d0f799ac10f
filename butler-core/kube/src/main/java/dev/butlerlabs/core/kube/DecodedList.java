package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Objects of one type as they were listed.
 *
 * @param items the objects that could be decoded
 * @param undecodable the objects that could not
 */
public record DecodedList<T extends HasMetadata>(List<T> items, List<UndecodableObject> undecodable) {
    public DecodedList {
        items = List.copyOf(items);
        undecodable = List.copyOf(undecodable);
    }

    /** Separates the objects that a client of {@link LenientDecoder} has listed. */
    public static <T extends HasMetadata> DecodedList<T> of(List<T> listed) {
        List<T> items = new ArrayList<>();
        List<UndecodableObject> undecodable = new ArrayList<>();
        for (T object : listed) {
            Optional<UndecodableObject> problem = UndecodableObject.of(object);
            problem.ifPresentOrElse(undecodable::add, () -> items.add(object));
        }
        return new DecodedList<>(items, undecodable);
    }

    /**
     * Returns the objects if all could be decoded.
     *
     * @throws ButlerException of kind INVALID that names each object that could not
     */
    public List<T> complete() {
        if (!undecodable.isEmpty()) {
            throw ButlerException.invalid(
                    "Stored objects cannot be read.",
                    undecodable.stream()
                            .map(object -> new InputProblem(object.kind() + " " + object.name(), object.problem()))
                            .toList());
        }
        return items;
    }

    /** Reports one warning per object that could not be decoded, and returns the others. */
    public List<T> warning(Consumer<String> warnings) {
        undecodable.forEach(object -> warnings.accept("warning: " + object));
        return items;
    }
}
