package dev.butlerlabs.core.tenant.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything that is rendered, judged by a real API server with the published schemas of those who will read it. */
@Tag("process")
class RealApiRenderingTest {
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        List<String> definitions = PublishedDefinitions.all();
        Optional<RealApiServer> server = RealApiServer.shared();
        Assumptions.assumeTrue(server.isPresent(), TestBench.ABSENT);
        client = new KubeConnector("butler")
                .connect(Kubeconfig.parse(
                        dev.butlerlabs.core.testing.apiserver.TestKubeconfig.of(
                                server.get().target()),
                        "the test"));
        new CustomResourceDefinitions(client).ensureYaml(definitions, Duration.ofSeconds(90));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("capa-system")
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterAll
    static void stop() {
        if (client != null) {
            client.close();
        }
    }

    @Test
    void acceptsEveryCombination() {
        List<TenantCase> cases = TenantMatrix.all();
        Set<String> accepted = new HashSet<>();
        TreeSet<String> kinds = new TreeSet<>();
        int objects = 0;
        for (TenantCase one : cases) {
            List<HasMetadata> different = differentFrom(accepted, one);
            for (HasMetadata object : different) {
                assertThat(apply(object).getMetadata().getUid())
                        .as(object.getKind())
                        .isNotNull();
                kinds.add(object.getKind());
            }
            objects += different.size();
        }
        System.out.printf(
                "A real API server accepted %d combinations, %d different objects of %d kinds: %s.%n",
                cases.size(), objects, kinds.size(), kinds);
        assertThat(cases).hasSize(7 * 3 * 3 * 2 * 2 * 2);
    }

    /**
     * Returns the rendered objects that differ from the accepted ones by more than the name of the cluster, and the namespaces
     * they need; the server accepts all others alike.
     */
    private static List<HasMetadata> differentFrom(Set<String> accepted, TenantCase one) {
        String name = one.cluster().getMetadata().getName();
        List<HasMetadata> all = one.renderer().render(one.plan()).all();
        Set<HasMetadata> different = all.stream()
                .filter(object -> accepted.add(Serialization.asJson(object).replace(name, "NAME")))
                .collect(Collectors.toSet());
        return all.stream()
                .filter(object -> different.contains(object) || (object instanceof Namespace && !different.isEmpty()))
                .toList();
    }

    @Test
    void refusesAFieldNobodyKnowsSoThatAcceptanceMeansSomething() {
        TenantCase one = TenantMatrix.all().getFirst();
        GenericKubernetesResource template = one.renderer().render(one.plan()).machineTemplate();
        template.setAdditionalProperty("spec", Map.of("template", Map.of("spec", Map.of("virtualMachine", Map.of()))));

        assertThatThrownBy(() -> apply(template))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("virtualMachine");
    }

    private static HasMetadata apply(HasMetadata object) {
        return client.resource(object)
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager("butler")
                        .withForce(true)
                        .withFieldValidation("Strict")
                        .build());
    }
}
