package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The part of a schema that merging needs: which lists are keyed, which maps are atomic. */
public interface FieldTypes {

    /** Used without a schema: lists are atomic, objects are merged field by field. */
    FieldTypes UNKNOWN = new UnknownFieldTypes();

    /** Returns the types of a property (or, for a map, of any key); {@link #UNKNOWN} if the schema does not define them. */
    FieldTypes field(String name);

    /** Returns the types of list elements; {@link #UNKNOWN} if the schema does not define them. */
    FieldTypes items();

    ListKind listKind();

    /** Returns the key fields of a {@link ListKind#MAP} list. */
    List<String> mapKeys();

    /** Whether an object is atomic and not merged field by field. */
    boolean atomicMap();

    /** Whether the schema defines this field: a property, or any key of a map. */
    boolean knows(String name);

    /** Whether an object may only have fields that the schema defines. */
    boolean closed();

    /** Returns the default of a key field of the list elements. */
    Optional<JsonNode> defaultFor(String key);

    /** Returns the merge key of this list for strategic merge patches. */
    Optional<String> patchMergeKey();

    /** Returns the patch strategies of this value: {@code merge}, {@code replace}, {@code retainKeys}. */
    Set<String> patchStrategies();
}
