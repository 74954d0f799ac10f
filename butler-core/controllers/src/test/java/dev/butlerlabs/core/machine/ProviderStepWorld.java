package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.boundary.ProviderAccessPolicy;
import dev.butlerlabs.core.boundary.TeamReader;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.testing.MemoryProvider;
import dev.butlerlabs.core.reconcile.Step;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** ProviderConfigs in memory, the infrastructure behind them, and the connections of one process. */
final class ProviderStepWorld implements CrashPositions.World {
    static final String NAMESPACE = "team-a";
    static final String PLATFORM = Namespaces.SYSTEM;
    static final ObjectReference RACK = new ObjectReference("rack", PLATFORM);

    final SteppedClock clock = new SteppedClock();
    final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    final ScriptedInfrastructure infrastructure = new ScriptedInfrastructure(api.effects());
    final MachineOptions options = MachineOptions.standard();
    final ProviderConfigReader reader = new ProviderConfigReader(api.client());
    ProviderConnector connector = connect();

    ProviderStepWorld() {
        namespace(NAMESPACE);
        namespace(PLATFORM);
        config("rack", Optional.empty());
        secret(PLATFORM, "token", Map.of(MemoryProvider.TOKEN, "one"));
    }

    private ProviderConnector connect() {
        return new ProviderConnector(
                new ProviderConnectionCache(reader, new ProviderRegistry(List.of(infrastructure)), options, clock),
                new ProviderAccessPolicy(new TeamReader(api.client())),
                options);
    }

    /** Starts a process without open connections. */
    void restart() {
        connector = connect();
    }

    private void namespace(String name) {
        store(new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(Labels.TEAM, name)
                .endMetadata()
                .build());
    }

    /** @param onlyTeam the team that may use it */
    void config(String name, Optional<String> onlyTeam) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(
                new ObjectMetaBuilder().withNamespace(PLATFORM).withName(name).build());
        config.setSpec(ProviderConfigSpecBuilder.builder()
                .provider("memory")
                .credentialsRef(new SecretReference("token", null, null))
                .scope(onlyTeam.map(team -> new ProviderConfigSpec.Scope(
                                ProviderConfigSpec.Scope.Type.TEAM, new LocalReference(team)))
                        .orElse(null))
                .build());
        store(config);
    }

    Secret secret(String namespace, String name, Map<String, String> data) {
        return store(new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withStringData(data)
                .build());
    }

    <T extends HasMetadata> T store(T object) {
        return api.client().resource(object).create();
    }

    /** Runs steps in their order until one is not done, and returns the result of the last one that ran. */
    static <C> StepResult run(List<Step<C>> steps, C context) {
        StepResult result = StepResult.done();
        for (Step<C> step : steps) {
            result = step.body().apply(context);
            if (!(result instanceof StepResult.Done)) {
                return result;
            }
        }
        return result;
    }

    @Override
    public EffectLog effects() {
        return api.effects();
    }

    @Override
    public Map<String, Object> state() {
        Map<String, Object> state = new HashMap<>(api.objects());
        state.put("machines", List.copyOf(infrastructure.machines.values()));
        state.put("images", List.copyOf(infrastructure.images.states.values()));
        state.put(
                "balancers",
                infrastructure.balancers.values().stream()
                        .map(spec -> spec.targets().toString())
                        .toList());
        return state;
    }

    @Override
    public void close() {
        api.close();
    }
}
