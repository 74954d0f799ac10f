package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads the events of any object. Thread-safe; errors of the API are thrown as {@link ButlerException}. */
public final class ObjectEventReader {
    /** Events of objects without a namespace are stored here. */
    private static final String CLUSTER_SCOPED = "default";

    private final KubernetesClient client;

    public ObjectEventReader(KubernetesClient client) {
        this.client = client;
    }

    /** Lists the events of an object, the oldest first. Ignores those of a deleted object with the same name. */
    public List<TenantEvent> events(HasMetadata object) {
        String namespace =
                Optional.ofNullable(object.getMetadata().getNamespace()).orElse(CLUSTER_SCOPED);
        return KubeErrorMapper.translating(
                        client,
                        "listing events",
                        () -> client.v1()
                                .events()
                                .inNamespace(namespace)
                                .withField(
                                        "involvedObject.name",
                                        object.getMetadata().getName())
                                .list())
                .getItems()
                .stream()
                .filter(event -> isAbout(event, object))
                .map(TenantEvent::of)
                .sorted(Comparator.comparing(TenantEvent::at).thenComparing(TenantEvent::message))
                .toList();
    }

    private static boolean isAbout(Event event, HasMetadata object) {
        String uid = event.getInvolvedObject().getUid();
        return Objects.equals(object.getKind(), event.getInvolvedObject().getKind())
                && Objects.equals(
                        object.getMetadata().getName(),
                        event.getInvolvedObject().getName())
                && (uid == null || uid.equals(object.getMetadata().getUid()));
    }
}
