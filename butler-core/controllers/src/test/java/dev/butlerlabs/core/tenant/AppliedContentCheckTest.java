package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which stored objects need not be applied after a restart. */
class AppliedContentCheckTest {
    private final AppliedContentCheck check = new AppliedContentCheck(new KubernetesSerialization());

    private static GenericKubernetesResource object(Map<String, Object> spec) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion("example.test/v1");
        object.setKind("Widget");
        object.setMetadata(
                new ObjectMetaBuilder().withNamespace("demo").withName("one").build());
        object.setAdditionalProperty("spec", spec);
        return object;
    }

    private boolean isApplied(Map<String, Object> wanted, Map<String, Object> applied, Map<String, Object> stored) {
        GenericKubernetesResource result = object(stored);
        result.getMetadata()
                .setAnnotations(check.marked(check.desired(object(applied)), object(applied))
                        .getMetadata()
                        .getAnnotations());
        result.getMetadata().setUid("u");
        result.setAdditionalProperty("status", Map.of("ready", true));
        return check.isApplied(check.desired(object(wanted)), object(wanted), result);
    }

    @Test
    void ignoresDefaultsAndStatus() {
        Map<String, Object> wanted = Map.of("size", 2, "list", List.of(Map.of("a", 1)), "none", Map.of());

        assertThat(isApplied(wanted, wanted, Map.of("size", 2L, "list", List.of(Map.of("a", 1, "b", 2)), "more", "x")))
                .isTrue();
    }

    @Test
    void noticesChangesByOthers() {
        Map<String, Object> wanted = Map.of("size", 2, "list", List.of("a"));

        assertThat(isApplied(wanted, wanted, Map.of("size", 3, "list", List.of("a"))))
                .isFalse();
        assertThat(isApplied(wanted, wanted, Map.of("list", List.of("a")))).isFalse();
        assertThat(isApplied(wanted, wanted, Map.of("size", 2, "list", List.of("a", "b"))))
                .isFalse();
        assertThat(isApplied(wanted, wanted, Map.of("size", 2, "list", "a"))).isFalse();
    }

    @Test
    void noticesFieldsThatAreNotWantedAnyMore() {
        assertThat(isApplied(Map.of("size", 2), Map.of("size", 2, "extra", true), Map.of("size", 2, "extra", true)))
                .isFalse();
    }

    @Test
    void appliesObjectsThatAreDeletedOrWereAppliedWithoutTheAnnotation() {
        Map<String, Object> spec = Map.of("size", 2);
        GenericKubernetesResource unmarked = object(spec);
        assertThat(check.isApplied(check.desired(object(spec)), object(spec), unmarked))
                .isFalse();

        GenericKubernetesResource marked = check.marked(check.desired(object(spec)), object(spec));
        assertThat(check.isApplied(check.desired(object(spec)), object(spec), marked))
                .isTrue();
        marked.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        assertThat(check.isApplied(check.desired(object(spec)), object(spec), marked))
                .isFalse();
    }

    @Test
    void theHashDoesNotDependOnTheOrderOfFields() {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("a", Map.of("x", List.of(1, 2)));
        one.put("b", 2);
        Map<String, Object> other = new LinkedHashMap<>();
        other.put("b", 2);
        other.put("a", Map.of("x", List.of(1, 2)));

        assertThat(check.hash(object(one))).isEqualTo(check.hash(object(other)));
        assertThat(check.hash(object(one)))
                .isNotEqualTo(check.hash(object(Map.of("b", 2, "a", Map.of("x", List.of(2, 1))))));
    }

    @Test
    void comparesSecretsCompletelyAndDoesNotMarkThem() {
        Secret wanted = secret().withStringData(Map.of("key", "value")).build();
        Secret stored =
                secret().withData(Map.of("key", "dmFsdWU=")).withType("Opaque").build();

        assertThat(check.marked(check.desired(wanted), wanted)).isSameAs(wanted);
        assertThat(check.isApplied(check.desired(wanted), wanted, stored)).isTrue();
        assertThat(check.isApplied(
                        check.desired(wanted),
                        wanted,
                        new SecretBuilder(stored).addToData("more", "eA==").build()))
                .isFalse();
        assertThat(check.isApplied(
                        check.desired(wanted),
                        wanted,
                        new SecretBuilder(stored).addToData("key", "eA==").build()))
                .isFalse();
        assertThat(check.isApplied(
                        check.desired(new SecretBuilder(wanted)
                                .editMetadata()
                                .addToLabels("a", "b")
                                .endMetadata()
                                .build()),
                        new SecretBuilder(wanted)
                                .editMetadata()
                                .addToLabels("a", "b")
                                .endMetadata()
                                .build(),
                        stored))
                .isFalse();
    }

    private static SecretBuilder secret() {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("demo")
                .withName("one")
                .endMetadata();
    }
}
