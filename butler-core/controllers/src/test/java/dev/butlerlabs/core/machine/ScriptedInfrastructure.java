package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.provider.testing.MemoryInfrastructure;
import dev.butlerlabs.core.provider.testing.MemoryProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An infrastructure whose states the test sets. Changes are effects, after which the process under test can crash. */
final class ScriptedInfrastructure
        implements InfrastructureProvider, ConnectedInfrastructure, MachineOperations, LoadBalancerOperations {
    final Map<MachineId, MachineState> machines = new LinkedHashMap<>();
    final Map<LoadBalancerId, LoadBalancerSpec> balancers = new LinkedHashMap<>();
    final List<String> calls = new ArrayList<>();
    final List<MachineSpec> requested = new ArrayList<>();
    MachineState created = MemoryInfrastructure.running("cp-0");
    /** The state of existing load balancers; by default ready with all targets. */
    Optional<LoadBalancerState> balancerState = Optional.empty();

    boolean offersLoadBalancers = true;
    final ScriptedImages images;
    boolean offersImages = true;
    /** Whether the infrastructure cannot download images. */
    boolean uploadsOnly;

    Optional<ButlerException> failure = Optional.empty();
    private final MemoryProvider profile = new MemoryProvider("memory");
    private final EffectLog effects;

    ScriptedInfrastructure(EffectLog effects) {
        this.effects = effects;
        this.images = new ScriptedImages(this::call, effects);
    }

    private void call(String call) {
        effects.requireAlive();
        calls.add(call);
        failure.ifPresent(thrown -> {
            throw thrown;
        });
    }

    @Override
    public ProviderProfile profile() {
        return profile.profile();
    }

    @Override
    public ConfigKeys keys() {
        return profile.keys();
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        return profile.read(section);
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        return this;
    }

    @Override
    public MachineOperations machines() {
        return this;
    }

    @Override
    public Optional<LoadBalancerOperations> loadBalancers() {
        return offersLoadBalancers ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Optional<ImageArtifact> image() {
        return Optional.of(new ImageArtifact("nocloud", "qcow2", uploadsOnly));
    }

    @Override
    public Optional<ImageOperations> images() {
        return offersImages ? Optional.of(images) : Optional.empty();
    }

    @Override
    public MachineState observe(MachineId id) {
        call("observe");
        return machines.getOrDefault(id, new MachineState.Absent());
    }

    @Override
    public MachineState create(MachineSpec spec) {
        call("create");
        requested.add(spec);
        if (!created.equals(machines.put(spec.id(), created))) {
            effects.add("create " + spec.id().name());
        }
        return created;
    }

    @Override
    public void delete(MachineId id) {
        call("delete");
        if (machines.remove(id) != null) {
            effects.add("delete " + id.name());
        }
    }

    private LoadBalancerState state(LoadBalancerSpec spec) {
        int targets = spec.targets().size();
        return balancerState.orElseGet(() -> new LoadBalancerState.Ready("lb-1", "prod.example", targets, targets));
    }

    @Override
    public LoadBalancerState observe(LoadBalancerId id) {
        call("observe");
        return Optional.ofNullable(balancers.get(id)).map(this::state).orElseGet(LoadBalancerState.Absent::new);
    }

    @Override
    public LoadBalancerState ensure(LoadBalancerSpec spec) {
        call("ensure");
        if (!spec.equals(balancers.put(spec.id(), spec))) {
            effects.add("ensure " + spec.id().cluster());
        }
        return state(spec);
    }

    @Override
    public void delete(LoadBalancerId id) {
        call("delete");
        if (balancers.remove(id) != null) {
            effects.add("delete " + id.cluster());
        }
    }

    @Override
    public List<OwnedResource> owned() {
        return List.of();
    }

    @Override
    public void remove(OwnedResource resource) {
        throw new UnsupportedOperationException("remove");
    }

    @Override
    public List<PreflightCheck> preflight(PreflightInput plan) {
        return List.of();
    }

    @Override
    public String version() {
        return "1.0";
    }

    @Override
    public void close() {
        calls.add("close");
    }
}
