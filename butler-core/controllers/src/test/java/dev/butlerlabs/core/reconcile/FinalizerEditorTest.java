package dev.butlerlabs.core.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FinalizerEditorTest {
    private static final String OURS = "test.dev/ours";

    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final FinalizerEditor editor = new FinalizerEditor(api.client());

    @AfterEach
    void close() {
        api.close();
    }

    private static ConfigMap object(String... finalizers) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("object")
                .withNamespace("default")
                .withFinalizers(finalizers)
                .endMetadata()
                .build();
    }

    private ConfigMap create(String... finalizers) {
        return api.client().resource(object(finalizers)).create();
    }

    private List<String> finalizers() {
        return api.client().resource(object()).get().getMetadata().getFinalizers();
    }

    @Test
    void addsAFinalizerOnce() {
        ConfigMap object = create();

        assertTrue(editor.add(object, OURS));
        int before = api.effects().count();
        assertTrue(editor.add(object, OURS));
        assertEquals(List.of(OURS), finalizers());
        assertEquals(before, api.effects().count());
    }

    @Test
    void addsNothingToAMissingObject() {
        assertFalse(editor.add(object(), OURS));
    }

    @Test
    void addsNothingToAnObjectThatIsBeingDeleted() {
        ConfigMap object = create("test.dev/other");
        api.client().resource(object).delete();

        assertFalse(editor.add(object, OURS));
        assertEquals(List.of("test.dev/other"), finalizers());
    }

    @Test
    void removesOnlyItsFinalizer() {
        ConfigMap object = create("test.dev/other", OURS);

        editor.remove(object, OURS);
        assertEquals(List.of("test.dev/other"), finalizers());
    }

    @Test
    void removesNothingFromAMissingObject() {
        editor.remove(object(), OURS);

        assertEquals(0, api.effects().count());
    }

    @Test
    void passesOnTheErrorOfTheApi() {
        ConfigMap object = create();
        api.reject("PUT", 403, "Forbidden");

        assertEquals(
                ErrorCode.FORBIDDEN,
                assertThrows(ButlerException.class, () -> editor.add(object, OURS))
                        .code());
    }
}
