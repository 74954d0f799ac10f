package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.resource.Behaviour.Generation;
import dev.butlerlabs.core.embedded.schema.BuiltinSchemas;
import dev.butlerlabs.core.embedded.schema.TableColumns;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builder of a built-in resource type; only deviations from the defaults are set. */
final class BuiltinKind {
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
    private Set<Verb> verbs = Verb.ALL;
    private GroupVersion storage;
    private Strategy strategy = Strategy.PLAIN;
    private final Map<String, String> selectable = new HashMap<>();

    BuiltinKind(String apiVersion, String plural, String kind) {
        this.groupVersion = GroupVersion.parse(apiVersion);
        this.storage = groupVersion;
        this.plural = plural;
        this.kind = kind;
    }

    BuiltinKind clusterWide() {
        namespaced = false;
        return this;
    }

    BuiltinKind shortNames(String... names) {
        shortNames = List.of(names);
        return this;
    }

    BuiltinKind inAll() {
        return categories("all");
    }

    BuiltinKind categories(String... names) {
        categories = List.of(names);
        return this;
    }

    BuiltinKind status() {
        status = true;
        return this;
    }

    BuiltinKind statusOnCreate() {
        statusOnCreate = true;
        return this;
    }

    BuiltinKind finalizeSubresource() {
        finalizing = true;
        return this;
    }

    BuiltinKind scale() {
        scale = Optional.of(new ScalePaths("spec.replicas", "status.replicas", "spec.selector"));
        return this;
    }

    BuiltinKind generation() {
        generation = Generation.CONTENT;
        return this;
    }

    BuiltinKind needsResourceVersion() {
        unconditionalUpdate = false;
        return this;
    }

    BuiltinKind createOnUpdate() {
        createOnUpdate = true;
        return this;
    }

    BuiltinKind showsDeleted() {
        showsDeleted = true;
        return this;
    }

    BuiltinKind storedAs(String apiVersion) {
        storage = GroupVersion.parse(apiVersion);
        return this;
    }

    BuiltinKind verbs(Verb... allowed) {
        verbs = Set.of(allowed);
        return this;
    }

    BuiltinKind strategy(Strategy special) {
        strategy = special;
        return this;
    }

    BuiltinKind selectable(String... fields) {
        for (String field : fields) {
            selectable.put(field, field);
        }
        return this;
    }

    BuiltinKind selectableAs(String field, String path) {
        selectable.put(field, path);
        return this;
    }

    Resource build() {
        Behaviour behaviour = new Behaviour(
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
        return new Resource(
                groupVersion,
                storage,
                Names.builtin(plural, kind, shortNames, categories),
                namespaced,
                verbs,
                behaviour,
                strategy,
                Shape.builtin(() -> BuiltinSchemas.of(groupVersion.group(), groupVersion.version(), kind)),
                new Presentation(() -> TableColumns.ofBuiltin(groupVersion.group(), kind)),
                Head.builtin(groupVersion, kind),
                "",
                "");
    }
}
