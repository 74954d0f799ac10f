package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.javaoperatorsdk.operator.processing.event.source.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Triggers a reconciliation of all objects of namespaces that become included in the filter of the host. They are read from the cache. */
final class IncludedNamespaceEvents<P extends HasMetadata> extends AbstractEventSource<Void, P> {
    private final NamespaceFilter namespaces;
    private final IndexerResourceCache<P> objects;
    private volatile Optional<Runnable> registration = Optional.empty();

    IncludedNamespaceEvents(NamespaceFilter namespaces, IndexerResourceCache<P> objects) {
        super(Void.class, "included-namespaces");
        this.namespaces = namespaces;
        this.objects = objects;
    }

    /** Announces what is included already too: a namespace may become so after its objects were listed and before the listener is registered. */
    @Override
    public void start() {
        super.start();
        registration = Optional.of(namespaces.onIncluded(this::announce));
        announce(namespaces::includes);
    }

    @Override
    public void stop() {
        registration.ifPresent(Runnable::run);
        super.stop();
    }

    /** The SDK ignores events of objects of which it has received no event yet, unless they are events of the objects themselves. */
    void announce(Predicate<String> included) {
        objects.list(object -> included.test(namespace(object)))
                .map(object -> new ResourceEvent(ResourceAction.UPDATED, ResourceID.fromResource(object), object))
                .forEach(getEventHandler()::handleEvent);
    }

    /** Returns the namespace of an object; empty for a cluster-scoped one. */
    static String namespace(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getNamespace(), "");
    }

    @Override
    public Set<Void> getSecondaryResources(P object) {
        return Set.of();
    }
}
