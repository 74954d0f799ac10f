package dev.butlerlabs.core.embedded.patch;

import java.util.stream.Stream;

/** The fields that the server sets itself; they have no owner. */
final class ServerManagedFields {
    private static final PathElement METADATA = new PathElement.Field("metadata");
    private static final FieldSet PATHS = Stream.concat(
                    Stream.of("apiVersion", "kind", "metadata").map(name -> FieldSet.of(new PathElement.Field(name))),
                    Stream.of(
                                    "name",
                                    "namespace",
                                    "creationTimestamp",
                                    "selfLink",
                                    "uid",
                                    "clusterName",
                                    "generation",
                                    "managedFields",
                                    "resourceVersion")
                            .map(name -> FieldSet.of(METADATA, new PathElement.Field(name))))
            .reduce(FieldSet.EMPTY, FieldSet::union);

    private ServerManagedFields() {}

    static FieldSet removedFrom(FieldSet fields) {
        return fields.difference(PATHS);
    }
}
