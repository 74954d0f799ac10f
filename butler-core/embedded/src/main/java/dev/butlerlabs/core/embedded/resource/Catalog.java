package dev.butlerlabs.core.embedded.resource;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All served resource types: built-in ones and those of the stored CRDs. Thread-safe. */
public final class Catalog {
    public static final String DEFINITIONS = "customresourcedefinitions";
    /** The finalizer that keeps a CRD until its custom resources are deleted. */
    public static final String CLEANUP_FINALIZER = DefinitionStrategy.CLEANUP_FINALIZER;

    private static final GroupVersion DEFINITIONS_VERSION = new GroupVersion("apiextensions.k8s.io", "v1");

    private final List<Resource> builtin;
    private final Map<String, List<Resource>> custom = new ConcurrentHashMap<>();
    private volatile CatalogIndex index;

    public Catalog(Clock clock) {
        this.builtin = BuiltinResources.all(new DefinitionStrategy(clock, this::conflict));
        this.index = new CatalogIndex(builtin);
    }

    /** Returns the resource of a path such as {@code apis/apps/v1/…/deployments}. */
    public Optional<Resource> find(GroupVersion groupVersion, String plural) {
        return index.find(groupVersion, plural);
    }

    public Optional<Resource> findKind(GroupVersion groupVersion, String kind) {
        return index.findKind(groupVersion, kind);
    }

    /** Returns a resource type in any served version. */
    public Optional<Resource> findKind(String group, String kind) {
        return index.findKind(group, kind);
    }

    public boolean serves(GroupVersion groupVersion) {
        return index.serves(groupVersion);
    }

    /** Whether the group version is built in. */
    public boolean isBuiltin(GroupVersion groupVersion) {
        return builtin.stream().anyMatch(resource -> resource.groupVersion().equals(groupVersion));
    }

    public Collection<Resource> all() {
        return index.all();
    }

    /** Returns one resource per stored resource type, regardless of its served versions. */
    public Collection<Resource> stored() {
        return index.stored();
    }

    /** Returns the resource type of the object stored at a key. */
    public Optional<Resource> atKey(String key) {
        return index.atKey(key);
    }

    public Resource definitions() {
        return find(DEFINITIONS_VERSION, DEFINITIONS).orElseThrow();
    }

    public Resource namespaces() {
        return find(new GroupVersion("", "v1"), "namespaces").orElseThrow();
    }

    /** Serves the resource types of a CRD from now on. */
    public synchronized void define(KubernetesObject definition) {
        boolean accepted = conflict(definition).isEmpty();
        custom.put(definition.name(), accepted ? CustomResources.of(definition.copy()) : List.of());
        rebuild();
    }

    private Optional<DefinitionStrategy.NameConflict> conflict(KubernetesObject definition) {
        String group = definition.at("spec.group").asText();
        List<Names> others = all().stream()
                .filter(resource ->
                        resource.group().equals(group) && !resource.origin().equals(definition.name()))
                .map(Resource::names)
                .toList();
        return NameConflicts.find(definition.at("spec.names"), others);
    }

    public synchronized void forget(String definition) {
        custom.remove(definition);
        rebuild();
    }

    public List<Resource> definedBy(String definition) {
        return custom.getOrDefault(definition, List.of());
    }

    private void rebuild() {
        List<Resource> all = new ArrayList<>(builtin);
        custom.keySet().stream().sorted().forEach(name -> all.addAll(custom.get(name)));
        index = new CatalogIndex(all);
    }
}
