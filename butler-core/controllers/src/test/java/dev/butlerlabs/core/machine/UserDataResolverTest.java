package dev.butlerlabs.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a machine is told at its first boot, when its request names a Secret for it. */
@Tag("slow")
class UserDataResolverTest extends RequestedMachines {
    private static final String CANARY = "canary-51c7";

    @Test
    void handsOverWhatTheNamedSecretHoldsAndShowsItNowhere() {
        startWithConfig();
        keep("told-0", CANARY);
        ask("told-0", null);

        MachineRequest running = awaitPhase("told-0", Phase.RUNNING);

        assertThat(made("told-0"))
                .extracting(MachineSpec::userData)
                .containsExactly(Optional.of(new SensitiveText(CANARY)));
        TestAwait.upTo(MachineWorld.LIMIT, "event VMRunning of told-0")
                .until(() -> reasons("told-0").contains("VMRunning"));
        assertThat(running + " " + world.events("told-0")).doesNotContain(CANARY);
    }

    @Test
    void waitsForASecretThatIsNotThereAndMakesTheMachineOnce() {
        startWithConfig();
        ask("early-0", null);
        awaitCondition(
                "early-0",
                MachineSteps.CREATED,
                "UserDataMissing",
                "Secret %s/early-0 with key told for the user data not found.".formatted(world.namespace()));
        assertThat(made("early-0")).isEmpty();

        keep("early-0", CANARY);

        awaitPhase("early-0", Phase.RUNNING);
        assertThat(made("early-0")).hasSize(1);
    }

    @Test
    void refusesARequestThatGivesUserDataTwice() {
        startWithConfig();
        keep("twice-0", CANARY);
        ask("twice-0", new SensitiveText("other"));

        MachineRequest failed = awaitPhase("twice-0", Phase.FAILED);

        assertThat(failed.getStatus().failureMessage()).contains("spec.userData and spec.userDataSecretRef");
        assertThat(made("twice-0")).isEmpty();
    }

    private List<MachineSpec> made(String name) {
        return infrastructure.made().stream()
                .filter(spec -> spec.id().name().equals(name))
                .toList();
    }

    private void keep(String name, String text) {
        world.client
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(world.namespace())
                        .withName(name)
                        .endMetadata()
                        .withStringData(Map.of("told", text))
                        .build())
                .create();
    }

    private void ask(String name, SensitiveText userData) {
        MachineRequest request = world.request(name);
        request.setSpec(MachineRequestSpecBuilder.builder(request.getSpec())
                .userData(userData)
                .userDataSecretRef(new SecretKeyReference(name, "told"))
                .build());
        world.client.resource(request).create();
    }
}
