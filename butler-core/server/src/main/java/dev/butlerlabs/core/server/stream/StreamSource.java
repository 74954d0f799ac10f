package dev.butlerlabs.core.server.stream;

import dev.butlerlabs.core.kube.LenientDecoder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import java.util.Optional;
import java.util.function.Supplier;

/** Where a {@link SharedWatch} reads changes: one resource type in one namespace or in all. */
interface StreamSource<T extends HasMetadata> {
    /** Returns the current resourceVersion of the resource type. */
    String currentVersion();

    /** Starts a watch of the changes after a resourceVersion. The caller closes it. */
    Watch start(String version, Watcher<T> watcher);

    /**
     * Returns the source of a topic in the Kubernetes API.
     *
     * @param client a client of one of the sessions that listen; empty if all of them have ended
     */
    static <T extends HasMetadata> StreamSource<T> of(
            StreamTopic<T> topic, Optional<String> namespace, Supplier<Optional<KubernetesClient>> client) {
        return new StreamSource<>() {
            @Override
            public String currentVersion() {
                ListOptions one = new ListOptionsBuilder().withLimit(1L).build();
                var resources = connection().resources(topic.type());
                var list = namespace
                        .map(name -> resources.inNamespace(name).list(one))
                        .orElseGet(() -> resources.inAnyNamespace().list(one));
                return list.getMetadata().getResourceVersion();
            }

            @Override
            public Watch start(String version, Watcher<T> watcher) {
                ListOptions options = new ListOptionsBuilder()
                        .withResourceVersion(version)
                        .withAllowWatchBookmarks(false)
                        .build();
                var resources = connection().resources(topic.type());
                return namespace
                        .map(name -> resources.inNamespace(name).watch(options, watcher))
                        .orElseGet(() -> resources.inAnyNamespace().watch(options, watcher));
            }

            private KubernetesClient connection() {
                return LenientDecoder.over(client.get().orElseThrow());
            }
        };
    }
}
