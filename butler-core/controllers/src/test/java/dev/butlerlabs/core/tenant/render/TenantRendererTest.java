package dev.butlerlabs.core.tenant.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiProviderRegistry;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TenantRendererTest {
    private static final TenantCase PLAIN = TenantMatrix.all().getFirst();

    @Test
    void everyInfrastructureWithMachinesExceptLocalHasTenantClusters() {
        ClusterApiProviderRegistry tenants = ClusterApiProviderRegistry.load();

        assertThat(ProviderRegistry.load().all())
                .filteredOn(provider -> !provider.profile().name().equals("local"))
                .isNotEmpty()
                .allSatisfy(provider -> assertThat(
                                tenants.defaultKinds(provider.profile().name()))
                        .isPresent());
    }

    @Test
    void theSamePlanGivesTheSameObjects() {
        for (TenantCase one : TenantMatrix.all()) {
            assertThat(one.renderer().render(one.plan()))
                    .isEqualTo(one.renderer().render(one.plan()));
        }
    }

    @Test
    void moreWorkersLeaveTheTemplatesAsTheyAre() {
        RenderedTenantObjects before = render(PLAIN);
        ObjectNode changed = PLAIN.tree().deepCopy();
        ((ObjectNode) changed.at("/cluster/workers")).put("replicas", 9);

        RenderedTenantObjects after = render(new TenantCase(changed));

        assertThat(after.machineTemplate()).isEqualTo(before.machineTemplate());
        assertThat(after.bootstrapTemplate()).isEqualTo(before.bootstrapTemplate());
        assertThat(after.workers()).isNotEqualTo(before.workers());
    }

    @Test
    void anotherImageMakesAnotherMachineTemplateAlone() {
        RenderedTenantObjects before = render(PLAIN);
        ObjectNode changed = PLAIN.tree().deepCopy();
        ((ObjectNode) changed.at("/cluster/workers/machineTemplate/os")).put("imageRef", "default/newer");

        RenderedTenantObjects after = render(new TenantCase(changed));

        assertThat(name(after.machineTemplate())).isNotEqualTo(name(before.machineTemplate()));
        assertThat(name(after.bootstrapTemplate())).isEqualTo(name(before.bootstrapTemplate()));
    }

    @Test
    void anotherVersionReachesTheNodes() {
        RenderedTenantObjects before = render(PLAIN);
        ObjectNode changed = PLAIN.tree().deepCopy();
        ((ObjectNode) changed.path("cluster")).put("kubernetesVersion", "v1.32.1");

        RenderedTenantObjects after = render(new TenantCase(changed));

        assertThat(name(after.bootstrapTemplate())).isNotEqualTo(name(before.bootstrapTemplate()));
        assertThat(name(after.machineTemplate())).isEqualTo(name(before.machineTemplate()));
    }

    @Test
    void aClusterKeepsTheProviderItBeganWith() {
        TenantRenderer renderer =
                TenantRenderer.of(PLAIN.provider(), Optional.of("KubevirtCluster"), everything -> true);

        assertThat(renderer.kinds().clusterKind()).isEqualTo("KubevirtCluster");
        assertThat(TenantRenderer.of(PLAIN.provider(), Optional.empty(), everything -> true)
                        .kinds()
                        .clusterKind())
                .isEqualTo("HarvesterCluster");
    }

    @Test
    void noCredentialIsReadableInWhatIsPrinted() {
        for (TenantCase one : TenantMatrix.all()) {
            List<HasMetadata> objects = render(one).all();
            assertThat(objects)
                    .filteredOn(object -> !object.getKind().equals("Secret"))
                    .noneMatch(object -> TenantCase.KUBERNETES.asYaml(object).contains("hidden-"));
        }
    }

    @Test
    void tellsWhereTenantClustersCanBeMade() {
        TenantCase local = TenantCase.parse("provider: {provider: local}");

        assertThatThrownBy(local::renderer).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.NOT_OFFERED);
            assertThat(e.hint()).contains("aws, azure, gcp, harvester, nutanix, proxmox");
        });
    }

    @Test
    void everyKindIsTheOneOfItsProfile() {
        ClusterApiResourceTypes kinds = PLAIN.renderer().kinds();

        assertThat(render(PLAIN).infrastructure().getKind()).isEqualTo(kinds.clusterKind());
        assertThat(render(PLAIN).machineTemplate().getKind()).isEqualTo(kinds.machineTemplateKind());
    }

    @Test
    void rolloutSettingsBecomeTheStrategyOfTheWorkersAndChangeNoTemplate() {
        RenderedTenantObjects before = render(PLAIN);
        TenantRenderInput plan = PLAIN.plan();
        plan.cluster()
                .getMetadata()
                .setAnnotations(Map.of(Annotations.MAX_SURGE, "0", Annotations.MAX_UNAVAILABLE, "25%"));

        RenderedTenantObjects after = PLAIN.renderer().render(plan);

        assertThat(before.workers().<Object>get("spec", "strategy")).isNull();
        assertThat(after.workers().<Object>get("spec", "strategy"))
                .isEqualTo(Map.of(
                        "type", "RollingUpdate", "rollingUpdate", Map.of("maxSurge", 0, "maxUnavailable", "25%")));
        assertThat(name(after.machineTemplate())).isEqualTo(name(before.machineTemplate()));
        assertThat(name(after.bootstrapTemplate())).isEqualTo(name(before.bootstrapTemplate()));
    }

    @Test
    void malformedRolloutSettingsAreReported() {
        TenantRenderInput plan = PLAIN.plan();
        plan.cluster().getMetadata().setAnnotations(Map.of(Annotations.MAX_SURGE, "many"));

        assertThatThrownBy(() -> PLAIN.renderer().render(plan))
                .isInstanceOfSatisfying(
                        ButlerException.class,
                        e -> assertThat(e.problems())
                                .singleElement()
                                .satisfies(problem -> assertThat(problem.toString())
                                        .contains(
                                                "metadata.annotations[butler.butlerlabs.dev/max-surge]", "\"many\"")));
    }

    private static RenderedTenantObjects render(TenantCase one) {
        return one.renderer().render(one.plan());
    }

    private static String name(HasMetadata object) {
        return object.getMetadata().getName();
    }
}
