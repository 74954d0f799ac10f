package dev.butlerlabs.sim.image;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.machine.ImageSyncOptions;
import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A simulated infrastructure, a simulated image factory, an embedded API and the reconcilers between them. */
final class ImageWorld implements AutoCloseable {
    static final String VERSION = "v1.12.1";
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final String CONFIG = "rack";

    final SimulatedImageFactory factory;
    final SimulatedInfrastructure infrastructure;
    final KubernetesClient client;
    private final EmbeddedApiServer api;
    private final ImageArtifact artifact;
    private MachineReconcilers reconcilers;
    private ReconcilerHost host;

    ImageWorld(String provider, ImageFactoryOptions options) {
        factory = SimulatedImageFactory.start(options.withFaults(new FaultPlan(1)));
        infrastructure = Simulators.load()
                .find(provider)
                .orElseThrow()
                .start(SimulationOptions.standard().withFaults(new FaultPlan(1)));
        artifact = ProviderRegistry.load().require(provider).image().orElseThrow();
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        client = new KubeConnector("butler-test").connect(Kubeconfig.parse(api.kubeconfig(), "embedded"));
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), PATIENCE);
        applyPlatform();
        start();
    }

    private void applyPlatform() {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Namespaces.SYSTEM)
                        .endMetadata()
                        .build())
                .create();
        client.resource(new SecretBuilder()
                        .withMetadata(metadata(CONFIG))
                        .withStringData(infrastructure.credentials())
                        .build())
                .create();
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(metadata(CONFIG));
        config.setSpec(client.getKubernetesSerialization()
                .convertValue(
                        Map.of(
                                "provider",
                                infrastructure.provider(),
                                "credentialsRef",
                                Map.of("name", CONFIG),
                                infrastructure.provider(),
                                infrastructure.settings()),
                        ProviderConfigSpec.class));
        client.resource(config).create();
        ButlerConfig platform = new ButlerConfig();
        platform.setMetadata(new ObjectMetaBuilder().withName("butler").build());
        platform.setSpec(client.getKubernetesSerialization()
                .convertValue(Map.of("imageFactory", Map.of("url", factory.url().toString())), ButlerConfigSpec.class));
        client.resource(platform).create();
    }

    static ObjectMeta metadata(String name) {
        return new ObjectMetaBuilder()
                .withNamespace(Namespaces.SYSTEM)
                .withName(name)
                .build();
    }

    /** Starts the reconcilers, as a new process does. */
    void start() {
        ImageSyncOptions options = new ImageSyncOptions(
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(2), 0),
                Duration.ofSeconds(5),
                Optional.empty());
        reconcilers = new MachineReconcilers(
                client, ProviderRegistry.load(), MachineOptions.rehearsal(), options, InstantSource.system());
        host = ReconcilerHost.start(
                client,
                reconcilers.all(),
                ReconcilerHostOptions.standard()
                        .withBackoff(new Backoff(Duration.ofMillis(50), 2, Duration.ofMillis(500), 0.3)));
    }

    void stop() {
        host.close();
        reconcilers.close();
    }

    void create(String name, TransferMode mode) {
        create(name, mode, SimulatedImageFactory.PLAIN);
    }

    void create(String name, TransferMode mode, String schematic) {
        ImageSync sync = new ImageSync();
        sync.setMetadata(metadata(name));
        sync.setSpec(new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(schematic, VERSION, null, artifact.platform()),
                new ObjectReference(CONFIG, null),
                artifact.format(),
                mode,
                null));
        client.resource(sync).create();
    }

    /** Creates a machine that boots from an image. */
    void machine(String name, String image) {
        MachineRequest machine = new MachineRequest();
        machine.setMetadata(metadata(name));
        machine.setSpec(MachineRequestSpecBuilder.builder()
                .providerRef(new ObjectReference(CONFIG, null))
                .machineName(name)
                .role(MachineRole.WORKER)
                .cpu(2)
                .memoryMB(4096)
                .diskGB(20)
                .image(image)
                .build());
        client.resource(machine).create();
    }

    Resource<ImageSync> sync(String name) {
        return client.resources(ImageSync.class).inNamespace(Namespaces.SYSTEM).withName(name);
    }

    ImageSyncStatus await(String name, Phase phase) {
        return await(name, "phase " + phase, status -> status.phase() == phase);
    }

    ImageSyncStatus await(String name, String what, Predicate<ImageSyncStatus> met) {
        return ObjectWaiter.silent()
                .await(
                        sync(name),
                        "ImageSync " + name,
                        WaitCondition.that(
                                what,
                                found -> found.getStatus() != null && met.test(found.getStatus()),
                                found -> String.valueOf(found.getStatus())),
                        PATIENCE)
                .orElseThrow()
                .getStatus();
    }

    void awaitGone(String name) {
        ObjectWaiter.silent().await(sync(name), "ImageSync " + name, WaitCondition.deleted(), PATIENCE);
    }

    /** Returns the default transfer mode of the infrastructure. */
    TransferMode mode() {
        return artifact.uploadOnly() ? TransferMode.PROXY : TransferMode.DIRECT;
    }

    /** Returns the SHA-256 of the image in the factory. */
    String checksum() {
        return factory.sha256(
                SimulatedImageFactory.PLAIN, VERSION, artifact.platform() + "-amd64." + artifact.format());
    }

    /** Returns the SHA-256 of what the infrastructure receives: the image, or its disk if Butler decompresses it. */
    String receivedChecksum() {
        return artifact.format().startsWith("vhd.") || artifact.format().equals("raw.gz")
                ? factory.diskSha256(
                        SimulatedImageFactory.PLAIN, VERSION, artifact.platform() + "-amd64." + artifact.format())
                : checksum();
    }

    @Override
    public void close() {
        stop();
        client.close();
        api.close();
        infrastructure.close();
        factory.close();
    }
}
