package dev.butlerlabs.core.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@Tag("slow")
class ProviderConfigReconcilerTest {
    private final MachineWorld world = new MachineWorld();

    @BeforeEach
    void start() {
        world.config();
        world.start();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void asksTheInfrastructureAndSaysThatItCanBeUsed() {
        world.secret("first");

        ProviderConfig valid = await("it is validated", status -> Boolean.TRUE.equals(status.validated()));

        assertThat(valid.getStatus())
                .returns(true, ProviderConfigStatus::ready)
                .returns("1.0-memory", ProviderConfigStatus::providerVersion);
        assertThat(valid.getStatus().lastProbeTime()).isNotNull();
        assertThat(valid.getStatus().lastValidationTime()).isNotNull();
        assertThat(ConditionEditor.find(valid.getStatus().conditions(), ConditionEditor.READY)
                        .orElseThrow())
                .returns("ValidationSucceeded", Condition::getReason);
        assertThat(valid.getFinalizers()).containsExactly(Finalizers.PROVIDER_CONFIG);
    }

    @Test
    void saysWhyItCannotBeUsedAndNoticesWhenItCan() {
        world.provider.infrastructure().failAlways(ErrorCode.UNAUTHENTICATED, "The token is not known.");
        world.secret("first");

        ProviderConfig invalid = await("it is refused", status -> Boolean.FALSE.equals(status.validated()));

        assertThat(ConditionEditor.find(invalid.getStatus().conditions(), ConditionEditor.READY)
                        .orElseThrow())
                .returns("ValidationFailed", Condition::getReason)
                .returns("Validated: The token is not known. Try the hint.", Condition::getMessage);
        world.provider.infrastructure().failNoMore();
        await("it is validated", status -> Boolean.TRUE.equals(status.validated()));
    }

    @Test
    void keepsItWhileMachinesUseIt() {
        world.secret("first");
        world.create("user-0");
        world.await(
                "user-0",
                "it runs",
                request -> request.getStatus() != null && request.getStatus().ipAddress() != null);

        config().delete();
        ProviderConfig kept = await(
                "it is in use",
                status -> ConditionEditor.find(status.conditions(), "Unused")
                        .filter(found -> found.getReason().equals("InUse"))
                        .isPresent());
        assertThat(ConditionEditor.find(kept.getStatus().conditions(), "Unused")
                        .orElseThrow()
                        .getMessage())
                .isEqualTo("In use by MachineRequest default/user-0.");

        world.machine("user-0").delete();
        world.awaitGone("user-0");
        ObjectWaiter.silent().await(config(), "ProviderConfig", WaitCondition.deleted(), MachineWorld.LIMIT);
        assertThat(world.provider.infrastructure().machines()).isEmpty();
    }

    private Resource<ProviderConfig> config() {
        return world.client
                .resources(ProviderConfig.class)
                .inNamespace(world.namespace())
                .withName(MachineWorld.CONFIG);
    }

    private ProviderConfig await(String what, Predicate<ProviderConfigStatus> met) {
        return ObjectWaiter.silent()
                .await(
                        config(),
                        "ProviderConfig",
                        WaitCondition.that(
                                what,
                                config -> config.getStatus() != null && met.test(config.getStatus()),
                                config -> String.valueOf(config.getStatus())),
                        MachineWorld.LIMIT)
                .orElseThrow();
    }
}
