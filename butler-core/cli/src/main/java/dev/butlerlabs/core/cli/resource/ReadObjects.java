package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Objects that were requested by name: those that could be read, and why others could not. */
record ReadObjects<T>(List<T> found, List<ButlerException> failures) {
    ReadObjects {
        found = List.copyOf(found);
        failures = List.copyOf(failures);
    }

    /** @param reader returns the object with a name, or throws a {@link ButlerException} */
    static <T> ReadObjects<T> of(List<String> names, Function<String, T> reader) {
        List<T> found = new ArrayList<>();
        List<ButlerException> failures = new ArrayList<>();
        for (String name : names) {
            try {
                found.add(reader.apply(name));
            } catch (ButlerException e) {
                failures.add(e);
            }
        }
        return new ReadObjects<>(found, failures);
    }

    /**
     * Requires that all objects could be read.
     *
     * @throws ButlerException with the reasons of all that could not
     */
    void requireAll() {
        if (failures.size() == 1) {
            throw failures.getFirst();
        }
        if (!failures.isEmpty()) {
            ButlerException first = failures.getFirst();
            throw new ButlerException(
                    first.code(),
                    "%d of %d objects cannot be shown:".formatted(failures.size(), failures.size() + found.size()),
                    first.hint(),
                    failures.stream()
                            .map(failure -> new InputProblem("error", failure.getMessage()))
                            .toList(),
                    first);
        }
    }
}
