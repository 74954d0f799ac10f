package dev.butlerlabs.core.tenant.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.VersionListSource;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TenantVersionRulesTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 17);

    private final TenantVersionRules rules = new TenantVersionRules(VersionListSource.builtIn());

    @Test
    void newestVersionsAreFine() {
        TenantDocument document = document("v1.37.2", "talos", "v1.14.1");

        assertThat(rules.problem(document)).isEmpty();
        assertThat(rules.warnings(document, TODAY)).isEmpty();
    }

    @Test
    void rejectsTalosThatDoesNotRunTheKubernetesVersion() {
        assertThat(rules.problem(document("v1.37.2", "talos", "v1.12.7")).map(Object::toString))
                .hasValue("spec.workers.machineTemplate.os.talos.version: Talos 1.12 does not support Kubernetes 1.37: "
                        + "supported are 1.30 to 1.35. (use v1.14.1)");
    }

    /** The API server sets the Talos version of the original API. */
    @Test
    void withoutATalosVersionTheDefaultOfTheApiIsChecked() {
        assertThat(rules.problem(document("v1.33.13", "talos", null))).isPresent();
        assertThat(rules.problem(document("v1.32.13", "talos", null))).isEmpty();
    }

    @Test
    void otherSystemsHaveNoTalosVersion() {
        assertThat(rules.problem(document("v1.37.2", "rocky", "v1.8.0"))).isEmpty();
    }

    @Test
    void warnsOfVersionsWithoutFixes() {
        assertThat(rules.warnings(document("v1.32.13", "talos", "v1.9.5"), TODAY))
                .containsExactly(
                        "spec.kubernetesVersion: Kubernetes 1.32 has received no fixes since 2026-02-28 (use v1.37.2)",
                        "spec.workers.machineTemplate.os.talos.version: Talos 1.9 has received no fixes since 2025-04-30 (use v1.14.1)");
    }

    @Test
    void talosWorkersGetTheNewestTalosThatRunsTheVersion() {
        TenantRequest request =
                TenantRequest.of("demo", "team-a", Map.of("--os", "talos", "--k8s-version", "v1.31.14"));

        assertThat(request.document().fields().text(TenantVersionRules.TALOS)).hasValue("v1.13.9");
    }

    private static TenantDocument document(String kubernetes, String system, String talos) {
        Map<String, Object> tree = new LinkedHashMap<>();
        UntypedTree.put(tree, "spec.kubernetesVersion", kubernetes);
        UntypedTree.put(tree, "spec.workers.machineTemplate.os.type", system);
        if (talos != null) {
            UntypedTree.put(tree, TenantVersionRules.TALOS, talos);
        }
        return TenantDocument.of(tree);
    }
}
