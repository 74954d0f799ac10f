package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.GroupVersionKind;
import io.javaoperatorsdk.operator.processing.event.EventSourceManager;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the event sources of a reconciliation's watches, also of resource types that the API serves only later. Thread-safe. */
final class WatchSources<R extends CustomResource<?, ?>> {
    private static final Logger LOG = LoggerFactory.getLogger(WatchSources.class);

    private final ReconcilerDefinition<R, ?, ?> reconciliation;
    private final NamespaceFilter namespaces;
    private final Queue<Watch<?>> pending = new ConcurrentLinkedQueue<>();
    private final AtomicInteger created = new AtomicInteger();

    /** @param namespaces selects the namespaces whose objects are reconciled; changes that concern others trigger nothing */
    WatchSources(ReconcilerDefinition<R, ?, ?> reconciliation, NamespaceFilter namespaces) {
        this.reconciliation = reconciliation;
        this.namespaces = namespaces;
    }

    /** Returns the sources of the resource types that the API serves now; the others become pending. */
    List<EventSource<?, R>> prepare(EventSourceContext<R> context) {
        List<EventSource<?, R>> sources = new ArrayList<>();
        pending.clear();
        for (Watch<?> watch : reconciliation.watches()) {
            if (isServed(watch, context.getClient())) {
                sources.add(source(watch, context));
            } else {
                watch.known().ifPresent(WatchedObjectCache::clear);
                pending.add(watch);
            }
        }
        return sources;
    }

    boolean hasPending() {
        return !pending.isEmpty();
    }

    /** Starts the pending watches whose resource types are served by now. */
    void startPending(EventSourceManager<R> manager) {
        EventSourceContext<R> context = manager.eventSourceContextForDynamicRegistration();
        for (Watch<?> watch : List.copyOf(pending)) {
            if (isServed(watch, context.getClient())) {
                manager.dynamicallyRegisterEventSource(source(watch, context));
                pending.remove(watch);
                LOG.info("Watching {}, which is served now", watch.definition().orElseThrow());
            }
        }
    }

    private static boolean isServed(Watch<?> watch, KubernetesClient client) {
        return watch.definition()
                .map(type -> ServedKinds.of(client, type.apiVersion()).contains(type.kind()))
                .orElse(true);
    }

    private <T extends HasMetadata> EventSource<T, R> source(Watch<T> watch, EventSourceContext<R> context) {
        var configuration = configuration(watch)
                .withName(watch.kind().getSimpleName() + "-" + created.incrementAndGet())
                .withSecondaryToPrimaryMapper(object -> ids(concerned(watch, object)))
                .withOnAddFilter(added -> watch.filter().onAdd().test(added) && isIncluded(watch, added))
                .withOnUpdateFilter(
                        (now, before) -> watch.filter().onUpdate().test(before, now) && isIncluded(watch, now));
        watch.labelSelector().ifPresent(configuration::withLabelSelector);
        if (Namespaced.class.isAssignableFrom(watch.kind())
                && watch.definition().isEmpty()) {
            configuration.withNamespacesInheritedFromController();
        } else {
            configuration.withWatchAllNamespaces();
        }
        InformerEventSource<T, R> source = new InformerEventSource<>(configuration.build(), context);
        watch.known()
                .ifPresent(known -> known.from(
                        reconciled -> source.getSecondaryResources(
                                reconciliation.kind().cast(reconciled)),
                        name -> source.get(id(name)),
                        () -> source.list().toList()));
        return source;
    }

    @SuppressWarnings("unchecked") // A watch with a definition is for generic resources.
    private <T extends HasMetadata> InformerEventSourceConfiguration.Builder<T> configuration(Watch<T> watch) {
        return watch.definition()
                .map(definition -> (InformerEventSourceConfiguration.Builder<T>) InformerEventSourceConfiguration.from(
                        new GroupVersionKind(definition.apiVersion(), definition.kind()), reconciliation.kind()))
                .orElseGet(() -> InformerEventSourceConfiguration.from(watch.kind(), reconciliation.kind()));
    }

    /** An object that cannot be decoded has no spec to map to reconciled objects. */
    private static <T extends HasMetadata> Set<ObjectName> concerned(Watch<T> watch, T object) {
        return UndecodableObject.of(object).isPresent()
                ? Set.of()
                : watch.concerned().apply(object);
    }

    /** The caches keep the object in any case, since its namespace may be included later. */
    private <T extends HasMetadata> boolean isIncluded(Watch<T> watch, T object) {
        return namespaces == NamespaceFilter.all()
                || concerned(watch, object).stream()
                        .anyMatch(name -> namespaces.includes(name.namespace().orElse("")));
    }

    private static Set<ResourceID> ids(Set<ObjectName> names) {
        return names.stream().map(WatchSources::id).collect(Collectors.toSet());
    }

    private static ResourceID id(ObjectName name) {
        return new ResourceID(name.name(), name.namespace().orElse(null));
    }
}
