package dev.butlerlabs.core.bootstrap.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.PreviousEngineRecord;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators with directories of their own who create a cluster of the same name on one API. */
@Tag("slow")
class ClusterBootstrapCreatorTest {
    private static final int OPERATORS = 6;

    @TempDir
    private Path directory;

    private EmbeddedApiServer existing;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        existing = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(existing.kubeconfig()))
                .build();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void stop() {
        client.close();
        existing.close();
    }

    @Test
    void admitsOneOfTheOperatorsWhoStartAtTheSameTime() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(OPERATORS);
        List<Future<Optional<ErrorCode>>> runs = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(OPERATORS)) {
            for (int i = 0; i < OPERATORS; i++) {
                ClusterDirectory folder = operator(i);
                runs.add(threads.submit(() -> {
                    barrier.await();
                    return failure(folder);
                }));
            }
        }
        List<Integer> admitted = new ArrayList<>();
        for (int i = 0; i < OPERATORS; i++) {
            Optional<ErrorCode> failure = runs.get(i).get();
            assertThat(failure.orElse(ErrorCode.CONFLICT)).isEqualTo(ErrorCode.CONFLICT);
            if (failure.isEmpty()) {
                admitted.add(i);
            }
        }
        assertThat(admitted).hasSize(1);
        assertThat(operator(admitted.getFirst()).keptOwner()).contains(MachineRequestRenderer.owner(stored()));
    }

    @Test
    void continuesTheClusterOfTheSameOperator() throws Exception {
        ClusterDirectory folder = operator(0);
        assertThat(failure(folder)).isEmpty();
        String owner = MachineRequestRenderer.owner(stored());

        assertThat(failure(folder)).isEmpty();
        assertThat(failure(operator(1))).contains(ErrorCode.CONFLICT);

        assertThat(MachineRequestRenderer.owner(stored())).isEqualTo(owner);
    }

    /** The API belongs to others, so the directory remembers it as an existing engine. */
    private ClusterDirectory operator(int number) throws Exception {
        ClusterDirectory folder = new ButlerHome(directory.resolve("operator-" + number)).cluster("demo");
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig-" + number), existing.kubeconfig());
        folder.create();
        PreviousEngineRecord.rememberExisting(folder.engine(), kubeconfig);
        return folder;
    }

    private Optional<ErrorCode> failure(ClusterDirectory folder) {
        try {
            new ClusterBootstrapCreator(client, folder).apply(wanted());
            return Optional.empty();
        } catch (ButlerException e) {
            return Optional.of(e.code());
        }
    }

    private ClusterBootstrap stored() {
        return client.resource(wanted()).get();
    }

    private static ClusterBootstrap wanted() {
        return Serialization.unmarshal("""
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: ClusterBootstrap
                metadata: {name: demo, namespace: butler-system}
                spec:
                  provider: nutanix
                  providerRef: {name: demo-provider}
                  cluster: {name: demo, controlPlane: {replicas: 1, cpu: 2, memoryMB: 4096, diskGB: 20}}
                  network: {podCIDR: 10.244.0.0/16, serviceCIDR: 10.96.0.0/12, vip: 10.0.0.9}
                  talos: {version: v1.9.0, schematic: abc}
                """, ClusterBootstrap.class);
    }
}
