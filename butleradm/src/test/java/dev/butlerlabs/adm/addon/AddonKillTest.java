package dev.butlerlabs.adm.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.PrivilegedNamespace;
import dev.butlerlabs.core.addon.ShippedAddonDefinitions;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonSpec;
import dev.butlerlabs.core.api.ManagementAddonStatus.Phase;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.sim.cluster.control.SmallCluster;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real program with its controllers, killed without warning while it installs addons on a cluster that outlives it: when the first
 * Job is asked for, and then each time one more addon is installed. The end is compared with that of a cluster where nobody killed
 * it. {@code -Dbutler.addon.kills=6} kills more often.
 */
@Tag("process")
@EnabledIfSystemProperty(
        named = "butler.long",
        matches = "true",
        disabledReason = "takes minutes; see scripts/test --long")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class AddonKillTest {
    private static final int KILLS = Integer.getInteger("butler.addon.kills", 2);
    private static final List<String> WISHES =
            List.of("istio", "istio-base", "linkerd", "linkerd-crds", "velero", "redis", "nats");
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    private Path folder;

    @Test
    void endsWithTheSameAddonsHoweverOftenItIsKilledWhileItInstallsThem() throws Exception {
        try (ExecutorService beside = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<InstalledAddons> undisturbed = beside.submit(() -> install("undisturbed", 0));
            InstalledAddons killed = install("killed", KILLS);
            assertThat(killed.wishes().values()).hasSameSizeAs(WISHES).allMatch(wish -> wish.startsWith("INSTALLED "));
            assertThat(killed.releases()).hasSameSizeAs(WISHES);
            assertThat(killed).isEqualTo(undisturbed.get());
            System.out.printf(
                    "controllers killed %d times while addons were installed: the same %d releases, %d workloads, %d addons%n",
                    KILLS,
                    killed.releases().size(),
                    killed.workloads().size(),
                    killed.wishes().size());
        }
    }

    private InstalledAddons install(String name, int kills) throws Exception {
        try (SmallCluster cluster = new SmallCluster(new HelmRunner(), 1)) {
            Path kubeconfig = Files.createDirectory(folder.resolve(name)).resolve("kubeconfig");
            new KubeconfigFile(kubeconfig).write(Kubeconfig.parse(cluster.kubeconfig(), "the cluster"));
            prepare(cluster);
            for (int kill = 0; kill < kills; kill++) {
                run(kubeconfig, kill == 0 ? firstJob(cluster) : installed(cluster, kill));
            }
            run(kubeconfig, installed(cluster, WISHES.size()));
            return InstalledAddons.on(cluster.kubeconfig());
        }
    }

    private static void prepare(SmallCluster cluster) {
        new CustomResourceDefinitions(cluster.client())
                .ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        cluster.client().resource(PrivilegedNamespace.named(Namespaces.SYSTEM)).create();
        ShippedAddonDefinitions.definitions()
                .forEach(definition -> cluster.client().resource(definition).create());
        WISHES.forEach(wish -> {
            ManagementAddon addon = new ManagementAddon();
            addon.setMetadata(new ObjectMetaBuilder().withName(wish).build());
            addon.setSpec(new ManagementAddonSpec(wish, null, Map.of("wished", "by " + wish), null));
            cluster.client().resource(addon).create();
        });
    }

    /** Lets the controllers run until something is seen, and kills them there. */
    private static void run(Path kubeconfig, CompletableFuture<?> seen) throws Exception {
        // Nobody gives back the lease of a program that was killed, and this is not about who waits for it.
        Process controllers = AddonBench.BUTLERADM.start(
                "controllers",
                "run",
                "--kubeconfig",
                kubeconfig.toString(),
                "--health-address",
                "127.0.0.1:0",
                "--no-leader-elect");
        FutureTask<String> said = new FutureTask<>(() -> words(controllers));
        Thread.ofVirtual().start(said);
        try {
            CompletableFuture.anyOf(seen, controllers.onExit()).get(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(controllers.isAlive()).as("it ended by itself").isTrue();
        } catch (AssertionError | TimeoutException e) {
            controllers.destroyForcibly().waitFor();
            throw new AssertionError(said.get(LIMIT_SECONDS, TimeUnit.SECONDS), e);
        } finally {
            controllers.destroyForcibly().waitFor();
        }
    }

    private static String words(Process process) {
        try (BufferedReader words = process.errorReader(StandardCharsets.UTF_8)) {
            return String.join("\n", words.lines().toList());
        } catch (IOException | UncheckedIOException killed) {
            return "it was killed";
        }
    }

    private static CompletableFuture<?> firstJob(SmallCluster cluster) {
        return cluster.client()
                .batch()
                .v1()
                .jobs()
                .inNamespace(Namespaces.SYSTEM)
                .informOnCondition(jobs -> !jobs.isEmpty());
    }

    private static CompletableFuture<?> installed(SmallCluster cluster, int least) {
        return cluster.client()
                .resources(ManagementAddon.class)
                .informOnCondition(addons -> addons.stream()
                                .filter(addon -> addon.getStatus() != null
                                        && addon.getStatus().phase() == Phase.INSTALLED)
                                .count()
                        >= least);
    }
}
