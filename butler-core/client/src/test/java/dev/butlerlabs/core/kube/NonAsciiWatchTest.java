package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Watches of objects with characters of several bytes, also across the boundaries of the client's buffers. */
class NonAsciiWatchTest {
    private static final List<String> TEXTS = List.of(
            "Zürich", "plain", "x" + "’".repeat(30_000), "y".repeat(16_000) + "日本語", "🙂".repeat(9_000), "plain again");

    @Test
    void deliversEveryEventUnchanged() {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            List<String> received = new CopyOnWriteArrayList<>();
            try (Watch watch = client.configMaps().inNamespace("default").watch(new Recorder(received))) {
                for (int i = 0; i < TEXTS.size(); i++) {
                    client.resource(configMap("text-" + i, TEXTS.get(i))).create();
                }
                TestAwait.upTo(Duration.ofSeconds(90), "events").until(() -> received.size() >= TEXTS.size());
                assertThat(watch).isNotNull();
            }
            assertThat(received).isEqualTo(TEXTS);
        }
    }

    private static ConfigMap configMap(String name, String text) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .addToData("text", text)
                .build();
    }

    private record Recorder(List<String> received) implements Watcher<ConfigMap> {
        @Override
        public void eventReceived(Action action, ConfigMap object) {
            received.add(object.getData().get("text"));
        }

        @Override
        public void onClose(WatcherException cause) {
            received.add("watch closed: " + cause.getMessage());
        }
    }
}
