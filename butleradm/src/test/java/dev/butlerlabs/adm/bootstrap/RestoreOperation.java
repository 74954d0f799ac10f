package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.CustomResourceDefinitionContext;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/** Restores the objects of a backup into an empty cluster, each time into another one. */
final class RestoreOperation implements KillExploration.Operation, AutoCloseable {
    private final Path backup;
    private final Path key;
    private final Path kubeconfig;
    private final KillingInterceptor interceptor;
    private Optional<EmbeddedApiServer> target = Optional.empty();
    private Optional<NavigableSet<String>> expected = Optional.empty();

    RestoreOperation(Path backup, Path key, Path kubeconfig, KillingInterceptor interceptor) {
        this.backup = backup;
        this.key = key;
        this.kubeconfig = kubeconfig;
        this.interceptor = interceptor;
    }

    @Override
    public String[] command() {
        return new String[] {
            "restore",
            "--objects",
            backup.toString(),
            "--key-file",
            key.toString(),
            "--kubeconfig",
            kubeconfig.toString(),
            "--unpause",
            "--yes",
            "-q"
        };
    }

    @Override
    public void prepare() throws IOException {
        close();
        EmbeddedApiServer server =
                EmbeddedApiServer.start(EmbeddedApiOptions.inMemory().withGate(interceptor));
        target = Optional.of(server);
        Files.writeString(kubeconfig, server.kubeconfig());
    }

    @Override
    public List<String> differences() {
        NavigableSet<String> now = objects();
        NavigableSet<String> wanted = expected.orElse(now);
        expected = Optional.of(wanted);
        NavigableSet<String> more = new TreeSet<>(now);
        more.removeAll(wanted);
        NavigableSet<String> less = new TreeSet<>(wanted);
        less.removeAll(now);
        return more.isEmpty() && less.isEmpty() ? List.of() : List.of("too many %s, missing %s".formatted(more, less));
    }

    /** Returns the content of all objects that a backup can contain. */
    NavigableSet<String> objects() {
        NavigableSet<String> objects = new TreeSet<>();
        try (KubernetesClient client = new KubeConnector("test")
                .connect(Kubeconfig.parse(target.orElseThrow().kubeconfig(), "test"))) {
            List<GenericKubernetesResource> all = new ArrayList<>();
            all.addAll(list(client, core("Namespace", "namespaces", false)));
            all.addAll(list(client, core("Secret", "secrets", true)));
            all.addAll(list(client, core("ConfigMap", "configmaps", true)));
            client.apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .list()
                    .getItems()
                    .forEach(definition -> {
                        objects.add("CRD " + definition.getMetadata().getName());
                        all.addAll(list(client, CustomResourceDefinitionContext.fromCrd(definition)));
                    });
            all.forEach(object -> objects.add(text(client, object)));
        }
        return objects;
    }

    private static ResourceDefinitionContext core(String kind, String plural, boolean isNamespaced) {
        return new ResourceDefinitionContext.Builder()
                .withVersion("v1")
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(isNamespaced)
                .build();
    }

    private static List<GenericKubernetesResource> list(KubernetesClient client, ResourceDefinitionContext type) {
        return client.genericKubernetesResources(type).inAnyNamespace().list().getItems();
    }

    /** Without identities and times. */
    private static String text(KubernetesClient client, GenericKubernetesResource object) {
        List<String> owners = Optional.ofNullable(object.getMetadata().getOwnerReferences()).orElse(List.of()).stream()
                .map(OwnerReference::getName)
                .toList();
        return "%s %s/%s %s"
                .formatted(
                        object.getKind(),
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName(),
                        client.getKubernetesSerialization()
                                .asJson(Map.of(
                                        "labels",
                                        Optional.ofNullable(object.getMetadata().getLabels())
                                                .orElse(Map.of()),
                                        "annotations",
                                        Optional.ofNullable(object.getMetadata().getAnnotations())
                                                .orElse(Map.of()),
                                        "owners",
                                        owners,
                                        "content",
                                        object.getAdditionalProperties())));
    }

    @Override
    public void close() {
        target.ifPresent(EmbeddedApiServer::close);
        target = Optional.empty();
    }
}
