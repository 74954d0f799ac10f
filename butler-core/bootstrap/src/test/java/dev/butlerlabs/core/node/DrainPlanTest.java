package dev.butlerlabs.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.InputProblem;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DrainPlanTest {
    private static final DrainOptions CAREFUL = new DrainOptions(false, false, Duration.ofMinutes(1));

    static PodBuilder pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNodeName("demo-worker-1")
                .addNewContainer()
                .withName("main")
                .withImage("main")
                .endContainer()
                .endSpec();
    }

    static PodBuilder owned(String name, String kind) {
        return pod(name)
                .editMetadata()
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind(kind)
                .withName("owner")
                .withUid("1")
                .withController(true)
                .endOwnerReference()
                .endMetadata();
    }

    private static PodBuilder withEmptyDir(PodBuilder pod) {
        return pod.editSpec()
                .addNewVolume()
                .withName("data")
                .withNewEmptyDir()
                .endEmptyDir()
                .endVolume()
                .endSpec();
    }

    private static DrainPlan plan(Pod pod, DrainOptions options) {
        return DrainPlan.of(List.of(pod), options);
    }

    @Test
    void evictsPodsOfControllers() {
        DrainPlan plan = plan(owned("web", "ReplicaSet").build(), CAREFUL);

        assertThat(plan.podNames()).containsExactly("default/web");
        assertThat(plan.problems()).isEmpty();
    }

    @Test
    void leavesPodsOfDaemonSets() {
        DrainPlan plan = plan(owned("agent", "DaemonSet").build(), CAREFUL);

        assertThat(plan.evicted()).isEmpty();
        assertThat(plan.daemons()).hasSize(1);
    }

    @Test
    void skipsMirrorPods() {
        Pod mirror = pod("kube-apiserver")
                .editMetadata()
                .addToAnnotations("kubernetes.io/config.mirror", "x")
                .endMetadata()
                .build();

        assertThat(plan(mirror, CAREFUL)).isEqualTo(new DrainPlan(List.of(), List.of(), List.of()));
    }

    @Test
    void requiresForceForPodsWithoutController() {
        Pod lonely = pod("lonely").build();

        assertThat(plan(lonely, CAREFUL).problems())
                .extracting(InputProblem::path)
                .containsExactly("default/lonely");
        assertThat(plan(lonely, new DrainOptions(true, false, Duration.ZERO)).problems())
                .isEmpty();
    }

    @Test
    void requiresAnOptionForEmptyDirData() {
        Pod cache = withEmptyDir(owned("cache", "ReplicaSet")).build();

        assertThat(plan(cache, CAREFUL).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString()).contains("--delete-emptydir-data"));
        assertThat(plan(cache, new DrainOptions(false, true, Duration.ZERO)).problems())
                .isEmpty();
    }

    @Test
    void evictsFinishedPodsWithoutOptions() {
        Pod finished = withEmptyDir(pod("job"))
                .withNewStatus()
                .withPhase("Succeeded")
                .endStatus()
                .build();

        assertThat(plan(finished, CAREFUL).problems()).isEmpty();
        assertThat(plan(finished, CAREFUL).evicted()).hasSize(1);
    }
}
