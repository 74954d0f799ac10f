package dev.butlerlabs.core.embedded.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class InMemoryKubernetesTest {
    private static ConfigMap map(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withData(Map.of("key", value))
                .build();
    }

    @Test
    void storesObjectsAndServesTheCrdsOfButler() {
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            api.client().resource(map("a", "1")).create();
            assertEquals(
                    Map.of("key", "1"),
                    api.client()
                            .configMaps()
                            .inNamespace("default")
                            .withName("a")
                            .get()
                            .getData());
            assertEquals(
                    0,
                    api.client()
                            .resources(MachineRequest.class)
                            .inNamespace("default")
                            .list()
                            .getItems()
                            .size());
        }
    }

    @Test
    void countsOnlyRequestsThatChangeSomething() {
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            ServerSideApply.asButlerForced().apply(api.client(), map("a", "1"));
            ServerSideApply.asButlerForced().apply(api.client(), map("a", "1"));
            api.client().configMaps().inNamespace("default").list();
            assertEquals(1, api.effects().count());
            ServerSideApply.asButlerForced().apply(api.client(), map("a", "2"));
            assertEquals(2, api.effects().count());
        }
    }

    @Test
    void crashesAfterTheEffectAndThenAtOnce() {
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            api.client().resource(map("a", "1")).create();
            api.effects().crashAfter(1);
            assertThrows(
                    ProcessCrash.class,
                    () -> api.client().resource(map("b", "1")).create());
            assertThrows(
                    ProcessCrash.class,
                    () -> api.client().resource(map("c", "1")).create());
            api.effects().restart();
            assertEquals(
                    2,
                    api.client()
                            .configMaps()
                            .inNamespace("default")
                            .list()
                            .getItems()
                            .size());
            assertNotNull(api.client()
                    .configMaps()
                    .inNamespace("default")
                    .withName("b")
                    .get());
        }
    }

    @Test
    void rejectsChosenRequests() {
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            api.reject("POST /api/v1/namespaces/default/configmaps", 409, "AlreadyExists");
            KubernetesClientException refused = assertThrows(
                    KubernetesClientException.class,
                    () -> api.client().resource(map("a", "1")).create());
            assertEquals(409, refused.getCode());
            api.acceptAll();
            api.client().resource(map("a", "1")).create();
        }
    }

    @Test
    void isUnreachableWhenDown() {
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            api.down(true);
            ButlerException refused = assertThrows(
                    ButlerException.class,
                    () -> KubeErrorMapper.translating(
                            "listing", () -> api.client().nodes().list()));
            assertEquals(ErrorCode.UNREACHABLE, refused.code());
        }
    }

    @Test
    void isEmptyAgainAfterClose() {
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            api.client().resource(map("a", "1")).create();
            assertEquals(1, api.objects().size());
        }
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            assertNull(api.client()
                    .configMaps()
                    .inNamespace("default")
                    .withName("a")
                    .get());
            assertTrue(api.objects().isEmpty());
        }
    }

    @Test
    void comparesObjectsWithoutWhatVaries() {
        Map<String, ?> first;
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            api.client().resource(map("a", "1")).create();
            first = api.objects();
        }
        try (InMemoryKubernetes api = InMemoryKubernetes.open()) {
            api.client().resource(map("a", "1")).create();
            assertEquals(first, api.objects());
        }
    }
}
