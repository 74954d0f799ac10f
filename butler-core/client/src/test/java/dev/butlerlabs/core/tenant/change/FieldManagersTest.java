package dev.butlerlabs.core.tenant.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FieldManagersTest {
    private static final Set<String> OWN = Set.of("butlerctl", "butlerctl-scale");

    private final FieldManagers managers = FieldManagers.of(Map.of(
            "metadata",
            Map.of(
                    "managedFields",
                    List.of(
                            entry("butlerctl", Map.of("f:spec", Map.of("f:workers", Map.of("f:replicas", Map.of())))),
                            entry("butlerctl-scale", Map.of("f:spec", Map.of("f:replicas", Map.of()))),
                            entry("kubectl", Map.of("f:spec", Map.of("f:replicas", Map.of()))),
                            entry(
                                    "other",
                                    Map.of(
                                            "f:metadata",
                                            Map.of("f:annotations", Map.of(".", Map.of(), "f:a.b/c", Map.of())),
                                            "f:items",
                                            Map.of("k:{\"name\":\"a\",\"port\":1}", Map.of("f:value", Map.of())),
                                            "f:set",
                                            Map.of("v:\"x\"", Map.of()),
                                            "f:list",
                                            Map.of("i:0", Map.of())))))));

    private static Map<String, Object> entry(String manager, Map<String, Object> fields) {
        return Map.of("manager", manager, "fieldsV1", fields);
    }

    @Test
    void namesFieldsAsAConflictNamesThem() {
        assertThat(managers.managers())
                .containsOnlyKeys(
                        ".spec.workers.replicas",
                        ".spec.replicas",
                        ".metadata.annotations",
                        ".metadata.annotations.a.b/c",
                        ".set[=\"x\"]",
                        ".list[0]",
                        ".items[name=\"a\",port=1].value");
    }

    @Test
    void ownsAFieldOnlyIfNoOtherManagerOwnsIt() {
        assertThat(managers.ownOnly(OWN, List.of(".spec.workers.replicas"))).isTrue();
        assertThat(managers.ownOnly(OWN, List.of(".spec.replicas"))).isFalse();
        assertThat(managers.ownOnly(OWN, List.of(".spec.workers.replicas", ".list[0]")))
                .isFalse();
    }

    @Test
    void doesNotOwnAFieldWithoutAManager() {
        assertThat(managers.ownOnly(OWN, List.of(".spec.unknown"))).isFalse();
        assertThat(FieldManagers.of(Map.of()).ownOnly(OWN, List.of(".spec"))).isFalse();
    }
}
