package dev.butlerlabs.sim.contract;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.retry.Backoff;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/** An infrastructure with an embedded API and the reconcilers before it: machines are asked for as users do. */
public final class ReconciledWorld implements AutoCloseable {
    private static final String NAMESPACE = "default";
    private static final String CONFIG = "infrastructure";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final ContractWorld world;
    private final EmbeddedApiServer api;
    private final KubernetesClient client;
    private final MachineReconcilers reconcilers;
    private final ReconcilerHost host;

    /** Closes the world with itself. */
    public ReconciledWorld(ContractWorld world) {
        this.world = world;
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        client = new KubeConnector("butler-test").connect(Kubeconfig.parse(api.kubeconfig(), "embedded"));
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), PATIENCE);
        applyConfig();
        reconcilers = new MachineReconcilers(
                client, ProviderRegistry.load(), MachineOptions.rehearsal(), InstantSource.system());
        host = ReconcilerHost.start(
                client,
                reconcilers.all(),
                ReconcilerHostOptions.standard()
                        .withBackoff(new Backoff(Duration.ofMillis(50), 2, Duration.ofMillis(500), 0.3)));
    }

    private void applyConfig() {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Namespaces.SYSTEM)
                        .endMetadata()
                        .build())
                .create();
        client.resource(new SecretBuilder()
                        .withMetadata(metadata(Namespaces.SYSTEM, CONFIG))
                        .withStringData(world.credentials())
                        .build())
                .create();
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(metadata(Namespaces.SYSTEM, CONFIG));
        config.setSpec(client.getKubernetesSerialization().convertValue(spec(), ProviderConfigSpec.class));
        client.resource(config).create();
    }

    private Map<String, Object> spec() {
        Map<String, Object> spec = new HashMap<>();
        spec.put("provider", world.provider());
        spec.put("credentialsRef", Map.of("name", CONFIG));
        if (!world.settings().isEmpty()) {
            spec.put(world.provider(), world.settings());
        }
        return spec;
    }

    private static ObjectMeta metadata(String namespace, String name) {
        return new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name)
                .withAnnotations(Map.of(Annotations.OWNER_ID, "owner-of-" + name))
                .build();
    }

    ContractWorld world() {
        return world;
    }

    KubernetesClient client() {
        return client;
    }

    public void request(String name) {
        request(name, "machine:\n  type: worker # " + name + "\n");
    }

    void request(String name, String userData) {
        MachineRequest request = new MachineRequest();
        request.setMetadata(metadata(NAMESPACE, name));
        request.setSpec(MachineRequestSpecBuilder.builder()
                .providerRef(new ObjectReference(CONFIG, Namespaces.SYSTEM))
                .machineName(name)
                .role(MachineRole.WORKER)
                .cpu(2)
                .memoryMB(4096)
                .diskGB(20)
                .userData(new SensitiveText(userData))
                .build());
        client.resource(request).create();
    }

    Resource<MachineRequest> machine(String name) {
        return client.resources(MachineRequest.class).inNamespace(NAMESPACE).withName(name);
    }

    public MachineRequest awaitPhase(String name, Phase phase) {
        return await(
                name, "its phase is " + phase, request -> request.getStatus().phase() == phase);
    }

    MachineRequest await(String name, String what, Predicate<MachineRequest> met) {
        return ObjectWaiter.silent()
                .await(
                        machine(name),
                        "MachineRequest " + name,
                        WaitCondition.that(
                                what,
                                request -> request.getStatus() != null && met.test(request),
                                request -> String.valueOf(request.getStatus())),
                        PATIENCE)
                .orElseThrow();
    }

    public void remove(String name) {
        delete(name);
        awaitGone(name);
    }

    /** Asks for the removal, without waiting. */
    public void delete(String name) {
        machine(name).delete();
    }

    public void awaitGone(String name) {
        ObjectWaiter.silent().await(machine(name), "MachineRequest " + name, WaitCondition.deleted(), PATIENCE);
    }

    @Override
    public void close() {
        host.close();
        reconcilers.close();
        client.close();
        api.close();
        world.close();
    }
}
