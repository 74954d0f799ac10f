package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IncludedNamespaceEventsTest {
    private final SwitchedNamespaces namespaces = new SwitchedNamespaces();
    private final List<ResourceID> announced = new ArrayList<>();
    private final IncludedNamespaceEvents<ConfigMap> events = new IncludedNamespaceEvents<>(
            namespaces, cache(object("team-a", "one"), object("team-a", "two"), object("team-b", "three")));

    IncludedNamespaceEventsTest() {
        events.setEventHandler(event -> announced.add(event.getRelatedCustomResourceID()));
    }

    private static ConfigMap object(String namespace, String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .build();
    }

    @SuppressWarnings("unchecked") // Only the method that lists objects is called.
    private static IndexerResourceCache<ConfigMap> cache(ConfigMap... objects) {
        return (IndexerResourceCache<ConfigMap>) Proxy.newProxyInstance(
                IndexerResourceCache.class.getClassLoader(),
                new Class<?>[] {IndexerResourceCache.class},
                (proxy, method, arguments) -> Stream.of(objects).filter((Predicate<ConfigMap>) arguments[0]));
    }

    @Test
    void announcesTheObjectsOfIncludedNamespacesWhenItStarts() {
        namespaces.exclude("team-a");

        events.start();

        assertThat(announced).containsExactly(new ResourceID("three", "team-b"));
    }

    @Test
    void announcesTheObjectsOfANamespaceThatIsIncludedLater() {
        namespaces.exclude("team-a");
        events.start();
        announced.clear();

        namespaces.include("team-a");

        assertThat(announced).containsExactly(new ResourceID("one", "team-a"), new ResourceID("two", "team-a"));
    }

    @Test
    void announcesNothingAfterItHasStopped() {
        events.start();
        events.stop();

        assertThat(namespaces.listeners()).isZero();
    }
}
