package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The view of a schema that merging needs: which lists are keyed, which maps are one value. */
public interface FieldTypes {

    /** What is assumed where no schema says more: lists are one value, objects merge field by field. */
    FieldTypes UNKNOWN = new UnknownFieldTypes();

    /** The types below a property (or, for a map, below any key); {@link #UNKNOWN} where the schema is silent. */
    FieldTypes field(String name);

    /** The types of a list's elements; {@link #UNKNOWN} where the schema is silent. */
    FieldTypes items();

    ListKind listKind();

    /** The fields that tell the elements of a {@link ListKind#MAP} list apart. */
    List<String> mapKeys();

    /** Whether an object is one value rather than merged field by field. */
    boolean atomicMap();

    /** Whether the schema knows this field: a property, or any key of a map. */
    boolean knows(String name);

    /** Whether an object may have no fields but those the schema knows. */
    boolean closed();

    /** The default of a key field of this list's elements. */
    Optional<JsonNode> defaultFor(String key);

    /** The field that tells the elements of this list apart in a strategic merge patch. */
    Optional<String> patchMergeKey();

    /** How a strategic merge patch treats this value: {@code merge}, {@code replace}, {@code retainKeys}. */
    Set<String> patchStrategies();
}
