package dev.butlerlabs.core.quota;

import static dev.butlerlabs.core.quota.QuotaObjects.TEAM;
import static dev.butlerlabs.core.quota.QuotaObjects.limits;
import static dev.butlerlabs.core.quota.QuotaObjects.team;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.butlerlabs.core.addon.TenantAddonReconciler;
import dev.butlerlabs.core.admission.AdmissionRequest;
import dev.butlerlabs.core.admission.AdmissionRequest.Operation;
import dev.butlerlabs.core.admission.AdmissionRequest.Requester;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantAddonSpec.Helm;
import dev.butlerlabs.core.api.TenantAddonSpecBuilder;
import dev.butlerlabs.core.api.TenantAddonStatusBuilder;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The lists of addons of a team, in admission and in the reconciler. */
final class AddonAdmissionRuleTest {
    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final AddonAdmissionRule rule = new AddonAdmissionRule(api.client());
    private final TenantAddonReconciler reconciler = new TenantAddonReconciler(api.client(), Duration.ofSeconds(1));

    @BeforeEach
    void createTeam() {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(TEAM)
                        .addToLabels(Labels.TEAM, TEAM)
                        .endMetadata()
                        .build())
                .create();
        api.client()
                .resource(team(limits().deniedAddons(List.of("argocd")).build()))
                .create();
    }

    @AfterEach
    void close() {
        api.close();
    }

    private static TenantAddon addon(String name, Helm helm) {
        TenantAddon addon = new TenantAddon();
        addon.setMetadata(new ObjectMetaBuilder()
                .withNamespace(TEAM)
                .withName("addon")
                .withGeneration(1L)
                .build());
        addon.setSpec(TenantAddonSpecBuilder.builder()
                .clusterRef(new LocalReference("web"))
                .addon(name)
                .helm(helm)
                .version("1.0.0")
                .build());
        return addon;
    }

    private List<String> decide(Operation operation, TenantAddon before, TenantAddon after, String user) {
        return rule.decide(new AdmissionRequest<>(
                        operation,
                        Optional.ofNullable(before),
                        Optional.ofNullable(after),
                        new Requester(user, List.of()),
                        false))
                .problems();
    }

    private StepResult reconcile(TenantAddon addon) {
        return reconciler.steps().getFirst().body().apply(reconciler.scope(addon));
    }

    @Test
    void rejectsADeniedAddon() {
        assertEquals(
                List.of("spec.addon: the team must not use addon argocd. Set enabled to false or remove the addon."),
                decide(Operation.CREATE, null, addon("argocd", null), "ada"));
        assertThat(decide(Operation.CREATE, null, addon("metallb", null), "ada"))
                .isEmpty();
        assertThat(decide(Operation.UPDATE, addon("metallb", null), addon("argocd", null), "ada"))
                .hasSize(1);
    }

    @Test
    void rejectsItsChartToo() {
        Helm chart = new Helm("https://charts.example.com", "argocd", null, null, null);

        assertThat(decide(Operation.CREATE, null, addon(null, chart), "ada"))
                .singleElement()
                .asString()
                .startsWith("spec.helm.chart: ");
    }

    @Test
    void admitsWhatIsThereAndWhatTheControllersCreate() {
        TenantAddon addon = addon("argocd", null);

        assertThat(decide(Operation.UPDATE, addon, addon, "ada")).isEmpty();
        assertThat(decide(Operation.DELETE, addon, null, "ada")).isEmpty();
        assertThat(decide(Operation.CREATE, null, addon, "system:serviceaccount:butler-system:butler-controllers"))
                .isEmpty();
    }

    @Test
    void aDeniedAddonWaitsInTheReconciler() {
        StepResult.Waiting waiting = assertInstanceOf(StepResult.Waiting.class, reconcile(addon("argocd", null)));

        assertEquals("NotAllowed", waiting.reason());
        assertEquals("the team must not use addon argocd.", waiting.message());
        assertNotEquals("NotAllowed", reconcile(addon("metallb", null)).reason());
    }

    @Test
    void anAcceptedAddonStaysUntilItChanges() {
        TenantAddon addon = addon("argocd", null);
        addon.setStatus(TenantAddonStatusBuilder.builder()
                .conditions(ConditionEditor.set(List.of(), "DefinitionFound", "True", "Done", "", 1, Instant.EPOCH))
                .build());

        assertNotEquals("NotAllowed", reconcile(addon).reason());
        addon.getMetadata().setGeneration(2L);
        assertEquals("NotAllowed", reconcile(addon).reason());
    }
}
