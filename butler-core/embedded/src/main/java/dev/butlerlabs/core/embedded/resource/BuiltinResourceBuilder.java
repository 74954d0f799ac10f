package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.resource.ResourceBehavior.Generation;
import dev.butlerlabs.core.embedded.schema.BuiltinSchemas;
import dev.butlerlabs.core.embedded.schema.TableColumns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builder of a built-in resource type; only deviations from the defaults are set. */
final class BuiltinResourceBuilder {
    private final GroupVersion groupVersion;
    private final String plural;
    private final String kind;
    private boolean namespaced = true;
    private List<String> shortNames = List.of();
    private List<String> categories = List.of();
    private boolean status;
    private boolean statusOnCreate;
    private boolean finalizing;
    private Optional<ScalePaths> scale = Optional.empty();
    private Generation generation = Generation.NONE;
    private boolean unconditionalUpdate = true;
    private boolean createOnUpdate;
    private boolean showsDeleted;
    private Set<ResourceVerb> verbs = ResourceVerb.ALL;
    private GroupVersion storage;
    private ResourceStrategy strategy = ResourceStrategy.PLAIN;
    private final Map<String, String> selectable = new HashMap<>();

    BuiltinResourceBuilder(String apiVersion, String plural, String kind) {
        this.groupVersion = GroupVersion.parse(apiVersion);
        this.storage = groupVersion;
        this.plural = plural;
        this.kind = kind;
    }

    BuiltinResourceBuilder clusterWide() {
        namespaced = false;
        return this;
    }

    BuiltinResourceBuilder shortNames(String... names) {
        shortNames = List.of(names);
        return this;
    }

    BuiltinResourceBuilder inAll() {
        return categories("all");
    }

    BuiltinResourceBuilder categories(String... names) {
        categories = List.of(names);
        return this;
    }

    BuiltinResourceBuilder status() {
        status = true;
        return this;
    }

    BuiltinResourceBuilder statusOnCreate() {
        statusOnCreate = true;
        return this;
    }

    BuiltinResourceBuilder finalizeSubresource() {
        finalizing = true;
        return this;
    }

    BuiltinResourceBuilder scale() {
        scale = Optional.of(new ScalePaths("spec.replicas", "status.replicas", "spec.selector"));
        return this;
    }

    BuiltinResourceBuilder generation() {
        generation = Generation.CONTENT;
        return this;
    }

    BuiltinResourceBuilder needsResourceVersion() {
        unconditionalUpdate = false;
        return this;
    }

    BuiltinResourceBuilder createOnUpdate() {
        createOnUpdate = true;
        return this;
    }

    BuiltinResourceBuilder showsDeleted() {
        showsDeleted = true;
        return this;
    }

    BuiltinResourceBuilder storedAs(String apiVersion) {
        storage = GroupVersion.parse(apiVersion);
        return this;
    }

    BuiltinResourceBuilder verbs(ResourceVerb... allowed) {
        verbs = Set.of(allowed);
        return this;
    }

    BuiltinResourceBuilder strategy(ResourceStrategy special) {
        strategy = special;
        return this;
    }

    BuiltinResourceBuilder selectable(String... fields) {
        for (String field : fields) {
            selectable.put(field, field);
        }
        return this;
    }

    BuiltinResourceBuilder selectableAs(String field, String path) {
        selectable.put(field, path);
        return this;
    }

    ServedResource build() {
        ResourceBehavior behaviour = new ResourceBehavior(
                status,
                statusOnCreate,
                scale,
                finalizing,
                generation,
                unconditionalUpdate,
                createOnUpdate,
                true,
                showsDeleted,
                selectable);
        return new ServedResource(
                groupVersion,
                storage,
                ResourceNames.builtin(plural, kind, shortNames, categories),
                namespaced,
                verbs,
                behaviour,
                strategy,
                ResourceSchema.builtin(() -> BuiltinSchemas.of(groupVersion.group(), groupVersion.version(), kind)),
                new ResourceTableColumns(() -> TableColumns.ofBuiltin(groupVersion.group(), kind)),
                StoredObjectPrefix.builtin(groupVersion, kind),
                "",
                "");
    }
}
