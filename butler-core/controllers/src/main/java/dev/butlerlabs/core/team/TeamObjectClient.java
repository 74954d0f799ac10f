package dev.butlerlabs.core.team;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.Function;

/** Writes the objects of teams. */
final class TeamObjectClient {
    private final KubernetesClient client;

    TeamObjectClient(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Applies an object unless it has the same content. A read costs less than an apply.
     *
     * @param content returns what is compared
     */
    <T extends HasMetadata> void ensure(T wanted, Function<T, Object> content) {
        T present = KubeErrorMapper.translating(
                "reading " + ObjectName.of(wanted),
                () -> client.resource(wanted).get());
        if (present == null || !content.apply(present).equals(content.apply(wanted))) {
            ServerSideApply.asButlerForced().apply(client, wanted);
        }
    }
}
