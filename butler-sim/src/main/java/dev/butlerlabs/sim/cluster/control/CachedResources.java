package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.Comparator;
import java.util.List;

/** All cached objects of one resource type, ordered by name. */
record CachedResources<T extends HasMetadata>(SharedIndexInformer<T> informer) {
    List<T> all() {
        return informer.getStore().list().stream()
                .sorted(Comparator.comparing((T object) ->
                                String.valueOf(object.getMetadata().getNamespace()))
                        .thenComparing(object -> object.getMetadata().getName()))
                .toList();
    }
}
