package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A list of values of one shape. */
final class ListValueType<T> extends ConfigValueType<List<T>> {
    private final ConfigValueType<T> item;

    ListValueType(ConfigValueType<T> item) {
        this.item = item;
    }

    @Override
    Optional<List<T>> read(ConfigReadContext place, ConfigValue value) {
        if (!(value instanceof Sequence sequence)) {
            place.report(
                    "must be a list, not " + value.phrase(), "write each item on its own line, starting with a dash");
            return Optional.empty();
        }
        List<T> items = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            ConfigValue next = sequence.items().get(i);
            item.read(place.item(i, next.position()), next).ifPresent(items::add);
        }
        return items.size() == sequence.items().size() ? Optional.of(List.copyOf(items)) : Optional.empty();
    }

    ConfigValueType<T> item() {
        return item;
    }

    @Override
    Map<String, Object> schema() {
        return JsonSchemaBuilder.of("type", "array", "items", item.schema());
    }

    @Override
    String phrase() {
        return "a list, each " + item.phrase();
    }
}
