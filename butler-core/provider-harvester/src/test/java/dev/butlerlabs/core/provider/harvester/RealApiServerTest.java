package dev.butlerlabs.core.provider.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.ImageState;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is sent to Harvester, judged by a real API server that knows KubeVirt's own schema and passes nothing over. */
@Tag("process")
class RealApiServerTest {
    private static RealApiServer server;
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        List<String> definitions = PublishedKinds.definitions();
        Optional<TestBench> bench = TestBench.find();
        Assumptions.assumeTrue(bench.isPresent(), TestBench.ABSENT);
        server = RealApiServer.start(bench.get());
        client = new KubeConnector("butler").connect(kubeconfig());
        new CustomResourceDefinitions(client).ensureYaml(definitions, Duration.ofSeconds(60));
        client.resource(image()).create();
    }

    @AfterAll
    static void stop() {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static Kubeconfig kubeconfig() {
        return Kubeconfig.parse(dev.butlerlabs.core.testing.apiserver.TestKubeconfig.of(server.target()), "the test");
    }

    private static GenericKubernetesResource image() {
        return Serialization.unmarshal("""
                apiVersion: harvesterhci.io/v1beta1
                kind: VirtualMachineImage
                metadata: {name: talos, namespace: default}
                spec: {displayName: Talos, sourceType: upload}
                """, GenericKubernetesResource.class);
    }

    @Test
    void acceptsEveryPayload() {
        List<MachineCase> variants = variants();
        int objects = 0;
        for (MachineCase variant : variants) {
            HarvesterApi api = new HarvesterApi(client, "default");
            for (GenericKubernetesResource payload : variant.payloads()) {
                Optional<GenericKubernetesResource> made = api.create(kind(payload), payload);
                assertThat(made).as(ObjectFieldReader.name(payload)).isPresent();
                objects++;
            }
        }
        System.out.printf("A real API server accepted %d variants, %d objects.%n", variants.size(), objects);
        assertThat(variants).hasSize(72);
    }

    @Test
    void acceptsAnImageOnceAndDeletesIt() {
        ImageId id = new ImageId("3".repeat(64), "v1.12.1", "amd64", "nocloud", "qcow2");
        BootImageSpec spec = new BootImageSpec(
                id, id.usualName(), new ImageSource.Download(URI.create("https://factory.example/image")));
        HarvesterImageOperations images = new HarvesterImageOperations(new HarvesterApi(client, "default"));

        ImageState created = images.create(spec);

        assertThat(created).isInstanceOf(ImageState.Transferring.class);
        assertThat(images.create(spec)).isEqualTo(created);
        assertThat(images.observe(id)).isEqualTo(created);
        images.delete(id);
        assertThat(images.observe(id)).isInstanceOf(ImageState.Absent.class);
    }

    private static HarvesterResourceType kind(GenericKubernetesResource payload) {
        return List.of(
                        HarvesterResourceType.VIRTUAL_MACHINE,
                        HarvesterResourceType.VOLUME,
                        HarvesterResourceType.SECRET)
                .stream()
                .filter(kind -> kind.kind().equals(payload.getKind()))
                .findFirst()
                .orElseThrow();
    }

    /** UEFI or not, both run strategies, both roles, with and without data for the first boot, up to three data disks. */
    private static List<MachineCase> variants() {
        List<MachineCase> variants = new ArrayList<>();
        for (boolean uefi : List.of(false, true)) {
            for (RunStrategy strategy : RunStrategy.OFFERED) {
                for (int disks : List.of(0, 1, 3)) {
                    for (int told = 0; told < 6; told++) {
                        variants.add(variant(variants.size(), uefi, strategy, disks, told));
                    }
                }
            }
        }
        return variants;
    }

    private static MachineCase variant(int number, boolean uefi, RunStrategy strategy, int disks, int told) {
        HarvesterSettings settings = new HarvesterSettings(
                Optional.empty(),
                "default",
                new ResourceName("default", "machines"),
                Optional.of("default/talos"),
                told % 2 == 0 ? Optional.of("longhorn") : Optional.empty(),
                uefi,
                strategy);
        List<ExtraDisk> extra = new ArrayList<>();
        for (int i = 0; i < disks; i++) {
            extra.add(new ExtraDisk(10 + i, i == 1 ? "fast" : null));
        }
        MachineSpec spec = new MachineSpec(
                new MachineId("variant-" + number, MachineCase.OWNER),
                told < 3 ? MachineRole.WORKER : MachineRole.CONTROL_PLANE,
                1 + number,
                2048 * (1 + disks),
                20,
                extra,
                Optional.empty(),
                told % 3 == 0 ? Optional.empty() : Optional.of(new SensitiveText("machine: {}")),
                told % 3 == 1 ? Optional.empty() : Optional.of(new SensitiveText("version: 2")),
                Optional.empty(),
                told < 4 ? Map.of() : Map.of("example.org/team", "blue"),
                told < 5
                        ? Optional.empty()
                        : Optional.of(new MachineAddress("192.0.2.20/24", "192.0.2.1", List.of("192.0.2.2"))));
        return new MachineCase(settings, spec);
    }

    @Test
    void refusesAMisspeltFieldSoThatAcceptanceMeansSomething() {
        MachineCase machine = MachineCase.read("""
                settings: {networkName: default/machines, imageName: default/talos}
                machine: {machineName: misspelt, role: worker, cpu: 1, memoryMB: 2048, diskGB: 20}
                """);
        GenericKubernetesResource payload = machine.payloads().getLast();
        String json = Serialization.asJson(payload).replace("\"hostname\"", "\"hostName\"");
        GenericKubernetesResource misspelt = Serialization.unmarshal(json, GenericKubernetesResource.class);

        assertThatThrownBy(() ->
                        new HarvesterApi(client, "default").create(HarvesterResourceType.VIRTUAL_MACHINE, misspelt))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.PROVIDER);
                    assertThat(e).hasMessageContaining("hostName");
                });
    }

    @Test
    void aMachineIsMadeOnceAndItsPartsGoWithIt() {
        MachineCase machine = MachineCase.read("""
                settings: {networkName: default/machines, imageName: default/Talos}
                machine:
                  machineName: once
                  role: worker
                  cpu: 1
                  memoryMB: 2048
                  diskGB: 20
                  userData: "machine: {}"
                  extraDisks: [{sizeGB: 5}]
                """);
        HarvesterApi api = new HarvesterApi(client, "default");
        HarvesterMachineOperations machines = new HarvesterMachineOperations(api, machine.settings());
        MachineId id = machine.spec().id();

        MachineState first = machines.create(machine.spec());
        assertThat(machines.create(machine.spec())).isEqualTo(first);
        assertThat(first).isInstanceOf(MachineState.Starting.class);
        String uid = ((MachineState.Starting) first).providerId();
        for (HarvesterResourceType kind : List.of(HarvesterResourceType.VOLUME, HarvesterResourceType.SECRET)) {
            assertThat(api.list(kind, Map.of("butler.butlerlabs.dev/machine", "once")))
                    .hasSize(kind == HarvesterResourceType.VOLUME ? 2 : 1)
                    .allSatisfy(part -> assertThat(part.getMetadata().getOwnerReferences())
                            .singleElement()
                            .satisfies(owner -> assertThat(owner.getUid()).isEqualTo(uid)));
        }

        machines.delete(id);
        machines.delete(id);
        assertThat(api.find(HarvesterResourceType.VIRTUAL_MACHINE, "once")).isEmpty();
        releaseVolumes(api);
        assertThat(machines.observe(id)).isEqualTo(new MachineState.Absent());
    }

    /** The bench has no controller for volumes, so their protection is lifted here as that would do it. */
    private static void releaseVolumes(HarvesterApi api) {
        api.list(HarvesterResourceType.VOLUME, Map.of("butler.butlerlabs.dev/machine", "once"))
                .forEach(volume -> api.merge(HarvesterResourceType.VOLUME, volume, Map.of("finalizers", List.of())));
    }
}
