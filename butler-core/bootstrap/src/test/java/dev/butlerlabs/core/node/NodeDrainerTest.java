package dev.butlerlabs.core.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class NodeDrainerTest {
    private static final String NODE = "demo-worker-1";
    private static final DrainOptions OPTIONS = new DrainOptions(false, false, Duration.ofMinutes(1));

    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    private final List<String> messages = new ArrayList<>();
    private Runnable meanwhile = () -> {};
    private final NodeDrainer drainer = new NodeDrainer(api.client(), clock, duration -> {
        clock.pass(duration.toSeconds());
        meanwhile.run();
    });

    @BeforeEach
    void create() {
        api.client()
                .resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(NODE)
                        .endMetadata()
                        .build())
                .create();
        api.client()
                .resource(DrainPlanTest.owned("web", "ReplicaSet")
                        .editMetadata()
                        .addToLabels("app", "web")
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void close() {
        api.close();
    }

    private void allow(int disruptions) {
        PodDisruptionBudget budget = new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("web-pdb")
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .withMatchLabels(Map.of("app", "web"))
                .endSelector()
                .endSpec()
                .withNewStatus()
                .withDisruptionsAllowed(disruptions)
                .withCurrentHealthy(1)
                .withDesiredHealthy(2 - disruptions)
                .withExpectedPods(1)
                .endStatus()
                .build();
        if (api.client().resource(budget).get() == null) {
            api.client().resource(budget).create();
        }
        api.client().resource(budget).subresource("status").update();
    }

    private int pods() {
        return api.client().pods().inAnyNamespace().list().getItems().size();
    }

    @Test
    void evictsAllPods() {
        drainer.drain(NODE, OPTIONS, messages::add);

        assertThat(pods()).isZero();
    }

    @Test
    void leavesPodsOfOtherNodes() {
        api.client()
                .resource(DrainPlanTest.pod("elsewhere")
                        .editSpec()
                        .withNodeName("demo-worker-0")
                        .endSpec()
                        .build())
                .create();

        drainer.drain(NODE, OPTIONS, messages::add);

        assertThat(pods()).isOne();
    }

    @Test
    void ignoresPodsThatReturn() {
        api.client()
                .resource(DrainPlanTest.owned("busy", "ReplicaSet")
                        .editMetadata()
                        .addToFinalizers("test/wait")
                        .endMetadata()
                        .build())
                .create();
        meanwhile = () -> {
            if (messages.size() == 1) {
                api.client()
                        .resource(DrainPlanTest.owned("web", "ReplicaSet").build())
                        .create();
                api.client().pods().inNamespace("default").withName("busy").edit(pod -> {
                    pod.getMetadata().setFinalizers(List.of());
                    return pod;
                });
            }
        };

        drainer.drain(NODE, OPTIONS, messages::add);

        assertThat(messages).containsExactly("2 pods to terminate: default/busy, default/web");
        assertThat(pods()).isOne();
    }

    @Test
    void waitsForTheDisruptionBudgetAndNamesIt() {
        allow(0);
        meanwhile = () -> {
            if (messages.size() == 3) {
                allow(1);
            }
        };

        drainer.drain(NODE, OPTIONS, messages::add);

        assertThat(pods()).isZero();
        assertThat(messages.getFirst())
                .isEqualTo(
                        "1 pod to evict; default/web: The disruption budget web-pdb needs 2 healthy pods and has 1 currently");
    }

    @Test
    void failsWithTheBudgetAfterTheTimeLimit() {
        allow(0);

        ButlerException failure =
                catchThrowableOfType(ButlerException.class, () -> drainer.drain(NODE, OPTIONS, messages::add));

        assertThat(failure.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(failure).hasMessageContaining("within 60 s").hasMessageContaining("web-pdb");
        assertThat(pods()).isOne();
    }

    @Test
    void reportsAPodThatCannotBeEvicted() {
        api.reject("POST", 403, "Forbidden");

        assertThat(catchThrowableOfType(ButlerException.class, () -> drainer.drain(NODE, OPTIONS, messages::add))
                        .code())
                .isEqualTo(ErrorCode.FORBIDDEN);
    }

    @Test
    void cordonsOnceAndRemembersWhoDidIt() {
        NodeCordonClient cordons = new NodeCordonClient(api.client());

        assertThat(cordons.cordon(NODE)).isTrue();
        assertThat(cordons.cordon(NODE)).isFalse();
        cordons.cordonFor(NODE, "reboot");
        assertThat(NodeCordonClient.isCordonedByOperation(cordons.require(NODE)))
                .isFalse();

        assertThat(cordons.uncordon(NODE)).isTrue();
        assertThat(cordons.uncordon(NODE)).isFalse();
        cordons.cordonFor(NODE, "reboot");
        assertThat(NodeCordonClient.isCordonedByOperation(cordons.require(NODE)))
                .isTrue();
    }

    @Test
    void listsTheKnownNodes() {
        ButlerException failure =
                catchThrowableOfType(ButlerException.class, () -> new NodeCordonClient(api.client()).require("nosuch"));

        assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(failure.hint()).contains(NODE);
    }
}
