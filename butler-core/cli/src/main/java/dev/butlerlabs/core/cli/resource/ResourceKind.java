package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.output.TableLayout;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A resource type as commands show it.
 *
 * @param noun plural for messages, such as {@code tenant clusters}
 * @param hint what to do if none exists, with a full stop
 * @param table the table at a point in time
 * @param fields the same table from some fields of the objects, for lists without options that need whole objects
 */
public record ResourceKind<T extends HasMetadata>(
        Class<T> type,
        String noun,
        String hint,
        Function<Instant, TableLayout<T>> table,
        Optional<FieldTable<?>> fields) {
    public ResourceKind {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(noun, "noun");
        Objects.requireNonNull(hint, "hint");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(fields, "fields");
    }

    /** Returns a resource type whose lists decode whole objects. */
    public ResourceKind(Class<T> type, String noun, String hint, Function<Instant, TableLayout<T>> table) {
        this(type, noun, hint, table, Optional.empty());
    }

    public boolean isNamespaced() {
        return Namespaced.class.isAssignableFrom(type);
    }

    public String kind() {
        return HasMetadata.getKind(type);
    }

    /** Returns the plural of the kind for messages, such as {@code TenantClusters}. */
    public String kinds() {
        return kind().endsWith("y") ? kind().replaceFirst("y$", "ies") : kind() + "s";
    }
}
