package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.testing.MemoryProvider;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.retry.Backoff;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** An embedded API, an infrastructure in memory, and the reconcilers between them. */
final class MachineWorld implements AutoCloseable {
    static final String CONFIG = "rack-one";
    static final Duration LIMIT = Duration.ofSeconds(30);

    final MemoryProvider provider = new MemoryProvider("memory");
    final KubernetesClient client;
    private final EmbeddedApiServer api;
    private MachineReconcilers reconcilers;
    private ReconcilerHost host;
    private String namespace = "default";

    MachineWorld() {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        client = new KubeConnector("butler-test").connect(Kubeconfig.parse(api.kubeconfig(), "embedded"));
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), LIMIT);
    }

    void openNamespace(String name) {
        namespace = name;
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .createOr(existing -> existing.update());
    }

    /** Runs the reconcilers from now on; call it once everything that should be there from the beginning is. */
    void start() {
        start(MachineOptions.rehearsal());
    }

    void start(MachineOptions options) {
        reconcilers = new MachineReconcilers(
                client, new ProviderRegistry(List.of(provider)), options, InstantSource.system());
        host = ReconcilerHost.start(
                client,
                reconcilers.all(),
                ReconcilerHostOptions.standard()
                        .withNamespaces(Set.of(namespace))
                        .withBackoff(new Backoff(Duration.ofMillis(50), 2, Duration.ofMillis(400), 0.3)));
    }

    void stop() {
        if (host != null) {
            host.close();
            reconcilers.close();
            host = null;
        }
    }

    void config() {
        config(CONFIG, "memory");
    }

    void config(String name, String providerName) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        config.setSpec(ProviderConfigSpecBuilder.builder()
                .provider(providerName)
                .credentialsRef(new SecretReference(name, null, null))
                .build());
        client.resource(config).create();
    }

    void secret(String token) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(CONFIG)
                        .endMetadata()
                        .withStringData(Map.of(MemoryProvider.TOKEN, token))
                        .build())
                .createOr(existing -> existing.update());
    }

    MachineRequest request(String name) {
        return request(name, CONFIG);
    }

    MachineRequest request(String name, String config) {
        MachineRequest request = new MachineRequest();
        request.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        request.setSpec(MachineRequestSpecBuilder.builder()
                .providerRef(new ObjectReference(config, null))
                .machineName(name)
                .role(MachineRole.CONTROL_PLANE)
                .cpu(4)
                .memoryMB(8192)
                .diskGB(40)
                .userData(new SensitiveText("#cloud-config"))
                .build());
        return request;
    }

    MachineRequest create(String name) {
        return client.resource(request(name)).create();
    }

    Resource<MachineRequest> machine(String name) {
        return client.resources(MachineRequest.class).inNamespace(namespace).withName(name);
    }

    MachineRequest await(String name, String what, Predicate<MachineRequest> met) {
        return ObjectWaiter.silent()
                .await(
                        machine(name),
                        "MachineRequest " + name,
                        WaitCondition.that(what, met, request -> String.valueOf(request.getStatus())),
                        LIMIT)
                .orElseThrow();
    }

    void awaitGone(String name) {
        ObjectWaiter.silent().await(machine(name), "MachineRequest " + name, WaitCondition.deleted(), LIMIT);
    }

    List<Event> events(String name) {
        return client.v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(event -> event.getInvolvedObject().getName().equals(name))
                .toList();
    }

    String namespace() {
        return namespace;
    }

    @Override
    public void close() {
        stop();
        client.close();
        api.close();
    }
}
