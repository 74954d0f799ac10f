package dev.butlerlabs.core.embedded.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.store.StoreOptions;
import java.time.Clock;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StoreWriterTest {
    private final ResourceCatalog catalog = new ResourceCatalog(Clock.systemUTC());
    private final ObjectKey key =
            new ObjectKey(catalog.find(new GroupVersion("", "v1"), "configmaps").orElseThrow(), "default", "settings");

    @Test
    void respondsToWritesDuringTheShutdownWithServiceUnavailable() {
        Store store = Store.open(StoreOptions.inMemory());
        StoreWriter writer = new StoreWriter(store, catalog);
        writer.create(key, configMap());
        long revision = writer.get(key).orElseThrow().revision();
        store.close();

        assertUnavailable(() -> writer.create(key, configMap()));
        assertUnavailable(() -> writer.replace(key, revision, configMap()));
        assertUnavailable(() -> writer.delete(key, revision, configMap()));
    }

    private static void assertUnavailable(ThrowingCallable write) {
        assertThatThrownBy(write)
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(503))
                .hasMessage("the server is shutting down");
    }

    private static KubernetesObject configMap() {
        return KubernetesObject.parse("""
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "settings", "namespace": "default"}}
                """.getBytes(UTF_8));
    }
}
