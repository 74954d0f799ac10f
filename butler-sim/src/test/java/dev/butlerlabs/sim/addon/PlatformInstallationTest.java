package dev.butlerlabs.sim.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.AddonState;
import dev.butlerlabs.core.addon.AddonState.Cause;
import dev.butlerlabs.core.addon.PlatformAddon;
import dev.butlerlabs.core.addon.PlatformAddonBuilder;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.sim.cluster.helm.HelmRunner;
import dev.butlerlabs.sim.fault.FaultSpec;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.DeploymentSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addons brought onto a simulated cluster, with what may come in the way. */
@Tag("slow")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PlatformInstallationTest {
    private static final int TRIED = 3;

    @Test
    void bringsTheWholeSetAndLeavesNobodyWithEveryRight() throws InterruptedException {
        try (PlatformOnACluster platform = new PlatformOnACluster()) {
            List<PlatformAddon> all = PlatformOnACluster.all();
            SequencedMap<String, AddonState> states = platform.until(all, PlatformOnACluster::areOver);
            assertThat(states).allSatisfy((name, state) -> assertThat(state).isInstanceOf(AddonState.Ready.class));
            assertThat(platform.client().rbac().clusterRoleBindings().list().getItems())
                    .extracting(binding -> binding.getMetadata().getName())
                    .noneMatch(name -> name.startsWith("butler-helm"));
            assertThat(platform.client()
                            .secrets()
                            .inNamespace(Namespaces.SYSTEM)
                            .list()
                            .getItems())
                    .filteredOn(secret -> !"helm.sh/release.v1".equals(secret.getType()))
                    .extracting(HasMetadata::getFullResourceName)
                    .isEmpty();
        }
    }

    @Test
    void installsTheControllersFromTheProgramAndReplacesThemByTheUpstreamOnes() throws InterruptedException {
        try (PlatformOnACluster platform = new PlatformOnACluster()) {
            platform.until(PlatformOnACluster.only("butler-controller"), PlatformOnACluster::areReady);
            assertThat(controllers(platform).getReplicas()).isEqualTo(2);
            assertThat(controllers(platform).getTemplate().getSpec().getContainers())
                    .extracting(Container::getImage)
                    .containsExactly("registry.example.test/butler-controllers:0.1.0");

            platform.until(
                    PlatformOnACluster.only("butler-controller", Map.of("replicas", 3)), PlatformOnACluster::areReady);
            assertThat(controllers(platform).getReplicas()).isEqualTo(3);

            platform.until(PlatformOnACluster.only("butler-controller-upstream"), PlatformOnACluster::areReady);
            assertThat(deployments(platform)).containsExactly("butler-controller");
            assertThat(new HelmReleaseRepository(platform.client())
                            .deployed(new ReleaseName(Namespaces.SYSTEM, "butler-controller"))
                            .orElseThrow()
                            .revision())
                    .isEqualTo(3);
        }
    }

    @Test
    void showsWhyTheSchemaOfTheChartRejectsAValue() throws InterruptedException {
        try (PlatformOnACluster platform = new PlatformOnACluster()) {
            List<PlatformAddon> addons = PlatformOnACluster.only("butler-controller", Map.of("replica", 3));
            SequencedMap<String, AddonState> states = platform.until(addons, PlatformOnACluster::areOver);
            assertThat(states.get("butler-controller"))
                    .isInstanceOfSatisfying(
                            AddonState.Failed.class,
                            failed -> assertThat(failed.message())
                                    .contains("Additional property replica is not allowed"));
        }
    }

    private static DeploymentSpec controllers(PlatformOnACluster platform) {
        return platform.client()
                .apps()
                .deployments()
                .inNamespace(Namespaces.SYSTEM)
                .withName("butler-controllers")
                .get()
                .getSpec();
    }

    private static List<String> deployments(PlatformOnACluster platform) {
        return platform.client().apps().deployments().inNamespace(Namespaces.SYSTEM).list().getItems().stream()
                .map(deployment -> deployment.getMetadata().getName())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "chart-error, execution error at (flux2/templates",
        "hook-hang, timed out waiting for the condition",
        "job-failure, injected fault job-failure"
    })
    void givesUpOnAChartThatFailsEveryTime(String fault, String words) throws InterruptedException {
        try (PlatformOnACluster platform = new PlatformOnACluster()) {
            order(platform, "boot:%s@flux*%d".formatted(fault, TRIED));
            AddonState state = platform.until(PlatformOnACluster.only("flux"), PlatformOnACluster::areOver)
                    .get("flux");
            assertThat(state).isInstanceOfSatisfying(AddonState.Failed.class, failed -> {
                assertThat(failed.cause()).isEqualTo(Cause.CHART_FAILS);
                assertThat(failed.message()).contains("failed 3 times", words);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"chart-error", "hook-hang", "job-failure"})
    void triesAChartAgainThatFailsOnce(String fault) throws InterruptedException {
        try (PlatformOnACluster platform = new PlatformOnACluster()) {
            order(platform, "boot:%s@flux".formatted(fault));
            assertThat(platform.until(PlatformOnACluster.only("flux"), PlatformOnACluster::areOver))
                    .allSatisfy((name, state) -> assertThat(state).isInstanceOf(AddonState.Ready.class));
            assertThat(platform.client()
                            .batch()
                            .v1()
                            .jobs()
                            .inNamespace(Namespaces.SYSTEM)
                            .list()
                            .getItems())
                    .as("Jobs that are left when all is well")
                    .isEmpty();
        }
    }

    /** The pod that runs Helm is met by the fault first, those of the chart later; each time it is said what is in the way. */
    @ParameterizedTest
    @CsvSource({"image-not-found, ImagePullBackOff, not found", "node-full, cannot be scheduled, Insufficient memory"})
    void saysWhatKeepsPodsFromStarting(String fault, String word, String other) throws InterruptedException {
        try (PlatformOnACluster platform = new PlatformOnACluster()) {
            order(platform, "boot:%s*100000".formatted(fault));
            SequencedMap<String, AddonState> stuck =
                    platform.until(PlatformOnACluster.only("flux"), states -> says(states, "its pod", word, other));
            assertThat(says(stuck, "its pod", word, other)).as(stuck.toString()).isTrue();
            platform.cluster().faults().clear();
            assertThat(platform.until(PlatformOnACluster.only("flux"), PlatformOnACluster::areOver))
                    .allSatisfy((name, state) -> assertThat(state).isInstanceOf(AddonState.Ready.class));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "image-not-found, ImagePullBackOff, helm-controller:2.14.1",
        "node-full, cannot be scheduled, Insufficient memory"
    })
    void saysWhichWorkloadIsMissingAndWhy(String fault, String word, String other) throws InterruptedException {
        try (PlatformOnACluster platform = new PlatformOnACluster()) {
            order(platform, "boot:%s@helm-controller*100000".formatted(fault));
            String[] words = {"Deployment flux-system/helm-controller has 0/1 pods available", word, other};
            SequencedMap<String, AddonState> stuck =
                    platform.until(PlatformOnACluster.only("flux"), states -> says(states, words));
            assertThat(says(stuck, words)).as(stuck.toString()).isTrue();
            platform.cluster().faults().clear();
            assertThat(platform.until(PlatformOnACluster.only("flux"), PlatformOnACluster::areOver))
                    .allSatisfy((name, state) -> assertThat(state).isInstanceOf(AddonState.Ready.class));
        }
    }

    @Test
    void installsAgainWhatSomebodyRemovedOrChanged() throws InterruptedException {
        ReleaseName flux = new ReleaseName("flux-system", "flux");
        try (PlatformOnACluster platform = new PlatformOnACluster()) {
            platform.until(PlatformOnACluster.only("flux"), PlatformOnACluster::areOver);
            HelmReleaseRepository releases = new HelmReleaseRepository(platform.client());
            assertThat(releases.deployed(flux).orElseThrow().revision()).isOne();
            new HelmRunner()
                    .run(ManualHelm.run(
                            platform.client(),
                            "upgrade flux flux2 --version 2.13.0 --namespace flux-system --install"));
            assertThat(releases.deployed(flux).orElseThrow().version()).isEqualTo("2.13.0");
            platform.until(PlatformOnACluster.only("flux"), PlatformOnACluster::areReady);
            assertThat(releases.deployed(flux).orElseThrow().version()).isEqualTo("2.14.1");
            new HelmRunner().run(ManualHelm.run(platform.client(), "uninstall flux --namespace flux-system"));
            platform.until(PlatformOnACluster.only("flux"), PlatformOnACluster::areReady);
            assertThat(releases.deployed(flux).orElseThrow().version()).isEqualTo("2.14.1");
        }
    }

    @Test
    void goesOnWhereAHelmThatDiedHasLeftItsMark() throws InterruptedException {
        try (PlatformOnACluster platform = new PlatformOnACluster()) {
            platform.until(PlatformOnACluster.only("flux"), PlatformOnACluster::areOver);
            Secret release = platform.client()
                    .secrets()
                    .inNamespace("flux-system")
                    .withName("sh.helm.release.v1.flux.v1")
                    .edit(secret -> {
                        secret.getMetadata().getLabels().put("status", "pending-upgrade");
                        return secret;
                    });
            assertThat(release.getMetadata().getLabels()).containsEntry("status", "pending-upgrade");
            assertThat(platform.until(PlatformOnACluster.only("flux"), PlatformOnACluster::areOver))
                    .allSatisfy((name, state) -> assertThat(state).isInstanceOf(AddonState.Ready.class));
        }
    }

    @Test
    void installsSideBySideWhatDoesNotDependOnEachOther() throws InterruptedException {
        List<PlatformAddon> independent = Stream.of("flux", "metallb", "traefik")
                .flatMap(name -> PlatformOnACluster.only(name).stream())
                .toList();
        assertThat(jobsAtOnce(independent)).isEqualTo(3);
        assertThat(jobsAtOnce(inTurn(independent))).isOne();
    }

    /** Returns the number of installation Jobs while none of them can finish, then lets them finish. */
    private static int jobsAtOnce(List<PlatformAddon> addons) throws InterruptedException {
        CountDownLatch counted = new CountDownLatch(1);
        HelmRunner helm = new HelmRunner();
        try (PlatformOnACluster platform = new PlatformOnACluster(run -> {
            counted.await();
            return helm.run(run);
        })) {
            int jobs = jobsAfterTwoAttempts(platform, addons, counted);
            SequencedMap<String, AddonState> states = platform.until(addons, PlatformOnACluster::areOver);
            assertThat(PlatformOnACluster.areReady(states))
                    .as(states.toString())
                    .isTrue();
            return jobs;
        }
    }

    private static int jobsAfterTwoAttempts(
            PlatformOnACluster platform, List<PlatformAddon> addons, CountDownLatch counted) {
        try {
            platform.look(addons);
            platform.look(addons);
            return platform.client()
                    .batch()
                    .v1()
                    .jobs()
                    .inNamespace(Namespaces.SYSTEM)
                    .list()
                    .getItems()
                    .size();
        } finally {
            counted.countDown();
        }
    }

    private static List<PlatformAddon> inTurn(List<PlatformAddon> addons) {
        List<PlatformAddon> chain = new ArrayList<>();
        for (PlatformAddon addon : addons) {
            chain.add(PlatformAddonBuilder.builder(addon)
                    .dependsOn(
                            chain.isEmpty()
                                    ? List.of()
                                    : List.of(chain.getLast().name()))
                    .build());
        }
        return chain;
    }

    private static void order(PlatformOnACluster platform, String fault) {
        platform.cluster().faults().order(FaultSpec.parse(fault));
    }

    private static boolean says(Map<String, AddonState> states, String... words) {
        return states.get("flux") instanceof AddonState.Pending pending
                && List.of(words).stream().allMatch(pending.awaited()::contains);
    }
}
