package dev.butlerlabs.core.addon.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.addon.ShippedAddonDefinitions;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addons changed by a person while a controller notes something on them: between the reading and the writing, each time. */
@Tag("slow")
class ContendedAddonsTest {
    @TempDir
    private Path folder;

    private final AtomicInteger notes = new AtomicInteger();
    private EmbeddedApiServer server;
    private KubernetesClient controller;
    private KubernetesClient person;
    private HasMetadata watched;

    @BeforeEach
    void start() {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inDirectory(folder));
        Config config = Config.fromKubeconfig(server.kubeconfig());
        controller = new KubernetesClientBuilder().withConfig(config).build();
        person = new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientBuilderConsumer(builder -> builder.addOrReplaceInterceptor("controller", new Notes()))
                .build();
        new CustomResourceDefinitions(controller).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        ShippedAddonDefinitions.definitions()
                .forEach(definition -> controller.resource(definition).create());
    }

    @AfterEach
    void stop() {
        person.close();
        controller.close();
        server.close();
    }

    /** Lets the controller write right before the person does, as long as there are notes left. */
    private final class Notes implements Interceptor {
        @Override
        public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
            if (request.method().equals("PATCH") && notes.getAndDecrement() > 0) {
                controller
                        .resource(watched)
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"metadata\": {\"annotations\": {\"note\": \"%d\"}}}".formatted(notes.get()));
            }
        }
    }

    private static AddonRequest redis(String version) {
        return new AddonRequest("redis", Optional.of(version), Optional.empty(), Optional.empty(), List.of());
    }

    private TenantAddonClient tenantAddons() {
        controller
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-tenants")
                        .endMetadata()
                        .build())
                .create();
        TenantCluster cluster = controller
                .resource(Serialization.unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: TenantCluster
                        metadata: {name: demo, namespace: butler-tenants}
                        spec: {kubernetesVersion: v1.31.4, workers: {replicas: 1}}
                        """, TenantCluster.class))
                .create();
        return new TenantAddonClient(person, cluster);
    }

    @Test
    void changesAnAddonOfATenantThoughItsControllerWritesMeanwhile() {
        TenantAddonClient addons = tenantAddons();
        watched = addons.enable(redis("20.6.0"));
        notes.set(5);
        TenantAddon changed = addons.enable(redis("20.6.1"));
        assertThat(notes).hasNonPositiveValue();
        assertThat(changed.getSpec().version()).isEqualTo("20.6.1");
        assertThat(changed.getMetadata().getAnnotations())
                .as("the note is kept")
                .containsEntry("note", "0");
    }

    @Test
    void changesAnAddonOfTheManagementClusterThoughItsControllerWritesMeanwhile() {
        ManagementAddonClient addons = new ManagementAddonClient(person);
        watched = addons.install(redis("20.6.0"));
        notes.set(5);
        ManagementAddon changed = addons.change("redis", redis("20.6.1"));
        assertThat(notes).hasNonPositiveValue();
        assertThat(changed.getSpec().version()).isEqualTo("20.6.1");
        assertThat(changed.getMetadata().getAnnotations()).containsEntry("note", "0");
    }

    @Test
    void givesUpWhereSomebodyAlwaysWritesFirst() {
        TenantAddonClient addons = tenantAddons();
        watched = addons.enable(redis("20.6.0"));
        notes.set(Integer.MAX_VALUE);
        assertThatThrownBy(() -> addons.enable(redis("20.6.1")))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    }
}
