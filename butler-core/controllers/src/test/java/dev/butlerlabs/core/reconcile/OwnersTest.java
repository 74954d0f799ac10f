package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.OwnerReferences;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import org.junit.jupiter.api.Test;

class OwnersTest {
    private final Greeting owner = owner();

    @Test
    void ownsAChildOnceHoweverOftenItIsSaid() {
        ConfigMap child = OwnerReferences.own(owner, OwnerReferences.own(owner, child("prod")));

        assertThat(child.getMetadata().getOwnerReferences())
                .singleElement()
                .returns("test.butlerlabs.dev/v1", OwnerReference::getApiVersion)
                .returns("Greeting", OwnerReference::getKind)
                .returns("u-1", OwnerReference::getUid)
                .returns(true, OwnerReference::getController);
        assertThat(OwnerReferences.owns(owner, child)).isTrue();
        assertThat(OwnerReferences.owns(owner, child("prod"))).isFalse();
    }

    @Test
    void refusesAChildTheGarbageCollectorWouldDelete() {
        assertThatThrownBy(() -> OwnerReferences.own(owner, child("elsewhere"))).hasMessageContaining("prod");
    }

    @Test
    void aChangeOfAnOwnedObjectConcernsItsOwner() {
        ConfigMap child = OwnerReferences.own(owner, child("prod"));

        assertThat(Watch.owned(ConfigMap.class, Greeting.class).concerned().apply(child))
                .containsExactly(new ObjectName("prod", "hello"));
        assertThat(Watch.owned(ConfigMap.class, Greeting.class).concerned().apply(child("prod")))
                .isEmpty();
    }

    private static Greeting owner() {
        Greeting greeting = Greeting.of("prod", "hello", Greeting.Spec.of("Hello"));
        greeting.getMetadata().setUid("u-1");
        return greeting;
    }

    private static ConfigMap child(String namespace) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("child")
                .endMetadata()
                .build();
    }
}
