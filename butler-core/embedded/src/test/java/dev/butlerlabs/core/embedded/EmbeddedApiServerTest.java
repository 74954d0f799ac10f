package dev.butlerlabs.core.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server as a Kubernetes client sees it. */
class EmbeddedApiServerTest {
    private static final String WIDGETS = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata:
              name: widgets.test.butlerlabs.dev
            spec:
              group: test.butlerlabs.dev
              scope: Namespaced
              names: {kind: Widget, plural: widgets}
              versions:
              - name: v1
                served: true
                storage: true
                subresources: {status: {}}
                schema:
                  openAPIV3Schema:
                    type: object
                    properties:
                      spec:
                        type: object
                        required: [size]
                        properties:
                          size: {type: integer, minimum: 1}
                          color: {type: string, default: blue}
                      status:
                        type: object
                        x-kubernetes-preserve-unknown-fields: true
            """;
    private static final ResourceDefinitionContext WIDGET = new ResourceDefinitionContext.Builder()
            .withGroup("test.butlerlabs.dev")
            .withVersion("v1")
            .withKind("Widget")
            .withPlural("widgets")
            .withNamespaced(true)
            .build();

    @Test
    void keepsWhatWasWrittenAcrossARestart(@TempDir Path directory) {
        EmbeddedApiOptions options = EmbeddedApiOptions.inDirectory(directory);
        String uid;
        String token;
        try (EmbeddedApiServer server = EmbeddedApiServer.start(options);
                KubernetesClient client = client(server)) {
            uid = client.resource(configMap("kept")).create().getMetadata().getUid();
            token = client.getConfiguration().getOauthToken();
        }
        try (EmbeddedApiServer server = EmbeddedApiServer.start(options);
                KubernetesClient client = client(server)) {
            ConfigMap kept =
                    client.configMaps().inNamespace("default").withName("kept").get();
            assertThat(kept.getMetadata().getUid()).isEqualTo(uid);
            assertThat(client.getConfiguration().getOauthToken()).isEqualTo(token);
        }
    }

    @Test
    void refusesAnIdentityWithoutStoredData(@TempDir Path directory) throws Exception {
        EmbeddedApiOptions options = EmbeddedApiOptions.inDirectory(directory);
        EmbeddedApiServer.start(options).close();
        try (Stream<Path> files = Files.list(directory.resolve("store"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }

        assertThatThrownBy(() -> EmbeddedApiServer.start(options)).isInstanceOfSatisfying(ButlerException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.DATA_DAMAGED);
            assertThat(e).hasMessageContaining("store");
        });
    }

    @Test
    void keepsItsSecretsFromOthers(@TempDir Path directory) throws Exception {
        EmbeddedApiServer.start(EmbeddedApiOptions.inDirectory(directory)).close();
        for (String file : new String[] {"token", "server.key"}) {
            Path path = directory.resolve("identity").resolve(file);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void refusesAStrangersToken() {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory())) {
            Config config = Config.fromKubeconfig(server.kubeconfig());
            config.setOauthToken("wrong");
            config.setAutoOAuthToken("wrong");
            config.setRequestRetryBackoffLimit(0);
            try (KubernetesClient client =
                    new KubernetesClientBuilder().withConfig(config).build()) {
                assertThatThrownBy(() -> client.namespaces().list())
                        .isInstanceOfSatisfying(
                                KubernetesClientException.class,
                                e -> assertThat(e.getCode()).isEqualTo(401));
            }
        }
    }

    @Test
    void servesACustomResourceFromItsDefinitionOn() {
        withClient(client -> {
            define(client);
            GenericKubernetesResource made = client.resource(widget("one", 3)).create();
            assertThat(made.<String>get("spec", "color")).isEqualTo("blue");
            assertThat(made.getMetadata().getGeneration()).isEqualTo(1);
            made.setAdditionalProperty("status", Map.of("phase", "Ready"));
            GenericKubernetesResource updated = client.resource(made).updateStatus();
            assertThat(updated.<String>get("status", "phase")).isEqualTo("Ready");
            assertThat(updated.getMetadata().getGeneration()).isEqualTo(1);
            assertThatThrownBy(() -> client.resource(widget("two", 0)).create())
                    .hasMessageContaining("should be greater than or equal to 1");
        });
    }

    @Test
    void tellsWatchersAndInformersWhatHappens() {
        withClient(client -> {
            BlockingQueue<String> told = new LinkedBlockingQueue<>();
            try (var _ = client.configMaps().inNamespace("default").watch(new Recorder(told));
                    SharedIndexInformer<ConfigMap> informer =
                            client.configMaps().inNamespace("default").inform()) {
                client.resource(configMap("seen")).create();
                assertThat(next(told)).isEqualTo("ADDED seen");
                TestAwait.upTo(Duration.ofSeconds(30), "ConfigMap seen in the informer")
                        .until(() -> informer.getStore().getByKey("default/seen") != null);
                client.configMaps().inNamespace("default").withName("seen").delete();
                assertThat(next(told)).isEqualTo("DELETED seen");
                TestAwait.upTo(Duration.ofSeconds(30), "ConfigMap seen removed from the informer")
                        .until(() -> informer.getStore().getByKey("default/seen") == null);
            }
        });
    }

    @Test
    void refusesAWriteToWhatSomebodyElseChanged() {
        withClient(client -> {
            ConfigMap first = client.resource(configMap("shared")).create();
            client.resource(new ConfigMapBuilder(first).addToData("a", "b").build())
                    .update();
            ConfigMap late = new ConfigMapBuilder(first).addToData("c", "d").build();
            assertThatThrownBy(() -> client.resource(late).lockResourceVersion().update())
                    .isInstanceOfSatisfying(
                            KubernetesClientException.class,
                            e -> assertThat(e.getCode()).isEqualTo(409));
        });
    }

    @Test
    void appliesOnTheServersSideAndNamesConflicts() {
        withClient(client -> {
            PatchContext alice = apply("alice", false);
            client.resource(withData("applied", "a")).patch(alice);
            assertThatThrownBy(() -> client.resource(withData("applied", "b")).patch(apply("bob", false)))
                    .hasMessageContaining("conflict with \"alice\"");
            ConfigMap forced = client.resource(withData("applied", "b")).patch(apply("bob", true));
            assertThat(forced.getData()).containsEntry("key", "b");
        });
    }

    @Test
    void collectsTheObjectsOfADeletedOwner() {
        withClient(client -> {
            ConfigMap owner = client.resource(configMap("owner")).create();
            ConfigMap owned = new ConfigMapBuilder(configMap("owned"))
                    .editMetadata()
                    .addToOwnerReferences(new OwnerReferenceBuilder()
                            .withApiVersion("v1")
                            .withKind("ConfigMap")
                            .withName("owner")
                            .withUid(owner.getMetadata().getUid())
                            .build())
                    .endMetadata()
                    .build();
            client.resource(owned).create();
            client.resource(owner).delete();
            TestAwait.upTo(Duration.ofSeconds(30), "the dependent ConfigMap deleted")
                    .until(() -> client.configMaps()
                                    .inNamespace("default")
                                    .withName("owned")
                                    .get()
                            == null);
        });
    }

    @Test
    void emptiesANamespaceBeforeItGoes() {
        withClient(client -> {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName("short-lived")
                            .endMetadata()
                            .build())
                    .create();
            client.resource(new SecretBuilder()
                            .withNewMetadata()
                            .withName("inside")
                            .withNamespace("short-lived")
                            .endMetadata()
                            .addToStringData("password", "x")
                            .build())
                    .create();
            String stored = client.secrets()
                    .inNamespace("short-lived")
                    .withName("inside")
                    .get()
                    .getData()
                    .get("password");
            assertThat(new String(Base64.getDecoder().decode(stored), StandardCharsets.UTF_8))
                    .isEqualTo("x");
            client.namespaces().withName("short-lived").delete();
            TestAwait.upTo(Duration.ofSeconds(30), "the namespace deleted")
                    .until(() -> client.namespaces().withName("short-lived").get() == null);
            assertThat(client.secrets().inNamespace("short-lived").list().getItems())
                    .isEmpty();
        });
    }

    @Test
    void takesTheObjectsOfADefinitionWithIt() {
        withClient(client -> {
            define(client);
            client.resource(widget("one", 1)).create();
            client.apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .withName("widgets.test.butlerlabs.dev")
                    .delete();
            TestAwait.upTo(Duration.ofSeconds(30), "the custom resource definition deleted")
                    .until(() -> client.apiextensions()
                                    .v1()
                                    .customResourceDefinitions()
                                    .withName("widgets.test.butlerlabs.dev")
                                    .get()
                            == null);
            define(client);
            assertThat(client.genericKubernetesResources(WIDGET)
                            .inNamespace("default")
                            .list()
                            .getItems())
                    .isEmpty();
        });
    }

    private interface Use {
        void with(KubernetesClient client);
    }

    private static void withClient(Use use) {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
                KubernetesClient client = client(server)) {
            use.with(client);
        }
    }

    private static KubernetesClient client(EmbeddedApiServer server) {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(server.kubeconfig()))
                .build();
    }

    private static void define(KubernetesClient client) {
        CustomResourceDefinition definition =
                io.fabric8.kubernetes.client.utils.Serialization.unmarshal(WIDGETS, CustomResourceDefinition.class);
        client.resource(definition).create();
    }

    private static GenericKubernetesResource widget(String name, int size) {
        GenericKubernetesResource widget = new GenericKubernetesResource();
        widget.setApiVersion("test.butlerlabs.dev/v1");
        widget.setKind("Widget");
        widget.setMetadata(new io.fabric8.kubernetes.api.model.ObjectMetaBuilder()
                .withName(name)
                .withNamespace("default")
                .build());
        widget.setAdditionalProperty("spec", Map.of("size", size));
        return widget;
    }

    private static ConfigMap configMap(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .build();
    }

    private static ConfigMap withData(String name, String value) {
        return new ConfigMapBuilder(configMap(name)).addToData("key", value).build();
    }

    private static PatchContext apply(String manager, boolean force) {
        return new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(manager)
                .withForce(force)
                .build();
    }

    private record Recorder(BlockingQueue<String> told) implements Watcher<ConfigMap> {
        @Override
        public void eventReceived(Action action, ConfigMap object) {
            told.add(action + " " + object.getMetadata().getName());
        }

        @Override
        public void onClose(WatcherException cause) {}
    }

    private static String next(BlockingQueue<String> told) {
        try {
            return String.valueOf(told.poll(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
