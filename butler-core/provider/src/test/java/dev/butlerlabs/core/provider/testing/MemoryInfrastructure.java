package dev.butlerlabs.core.provider.testing;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Machines and load balancers as entries of a map. Tests say what is seen of a machine, and which questions fail. */
public final class MemoryInfrastructure {
    private final Map<MachineId, MachineState> machines = new LinkedHashMap<>();
    private final Map<LoadBalancerId, LoadBalancerSpec> balancers = new LinkedHashMap<>();
    private final Deque<ButlerException> failures = new ArrayDeque<>();
    private final List<String> calls = new ArrayList<>();
    private final List<MachineSpec> made = new ArrayList<>();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private Optional<ButlerException> lasting = Optional.empty();
    private boolean bootsAtOnce = true;

    /** New machines stay in Starting until {@link #boot}. */
    public synchronized void bootOnCommandOnly() {
        bootsAtOnce = false;
    }

    /** As it was in the beginning, but for the machines. */
    public synchronized void reset() {
        bootsAtOnce = true;
        mostAtOnce.set(0);
        failNoMore();
    }

    /** The next question ends so. */
    public synchronized void failNext(ErrorCode code, String message) {
        failures.add(new ButlerException(code, message, "Try the hint."));
    }

    /** From now on every question ends so. */
    public synchronized void failAlways(ErrorCode code, String message) {
        lasting = Optional.of(new ButlerException(code, message, "Try the hint."));
    }

    public synchronized void failNoMore() {
        lasting = Optional.empty();
        failures.clear();
    }

    public synchronized void boot(String name) {
        show(name, running(name));
    }

    /** What is seen of a machine from now on. */
    public synchronized void show(String name, MachineState state) {
        machines.replaceAll((id, before) -> id.name().equals(name) ? state : before);
    }

    public synchronized void vanish(String name) {
        machines.keySet().removeIf(id -> id.name().equals(name));
    }

    public synchronized Map<MachineId, MachineState> machines() {
        return new LinkedHashMap<>(machines);
    }

    public synchronized Map<LoadBalancerId, LoadBalancerSpec> balancers() {
        return new LinkedHashMap<>(balancers);
    }

    /** What was asked for, creations that were repeated too. */
    public synchronized List<MachineSpec> made() {
        return new ArrayList<>(made);
    }

    public synchronized List<String> calls() {
        return new ArrayList<>(calls);
    }

    public int mostAtOnce() {
        return mostAtOnce.get();
    }

    public static MachineState.Running running(String name) {
        return new MachineState.Running(
                "memory://" + name,
                List.of("192.0.2." + Math.floorMod(name.hashCode(), 250), "2001:db8::1"),
                Optional.of("52:54:00:00:00:01"),
                Optional.empty());
    }

    private synchronized void heard(String call) {
        calls.add(call);
        ButlerException failure = failures.isEmpty() ? lasting.orElse(null) : failures.poll();
        if (failure != null) {
            throw failure;
        }
    }

    ConnectedInfrastructure connection(Runnable closing) {
        return new Connection(closing);
    }

    private final class Connection implements ConnectedInfrastructure, MachineOperations, LoadBalancerOperations {
        private final Runnable closing;

        private Connection(Runnable closing) {
            this.closing = closing;
        }

        @Override
        public MachineOperations machines() {
            return this;
        }

        @Override
        public Optional<LoadBalancerOperations> loadBalancers() {
            return Optional.of(this);
        }

        @Override
        public MachineState observe(MachineId id) {
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            try {
                heard("observe " + id.name());
                synchronized (MemoryInfrastructure.this) {
                    return machines.getOrDefault(id, new MachineState.Absent());
                }
            } finally {
                atOnce.decrementAndGet();
            }
        }

        @Override
        public MachineState create(MachineSpec spec) {
            heard("create " + spec.id().name());
            synchronized (MemoryInfrastructure.this) {
                made.add(spec);
                String name = spec.id().name();
                return machines.computeIfAbsent(
                        spec.id(),
                        id -> bootsAtOnce ? running(name) : new MachineState.Starting("memory://" + name, "It boots."));
            }
        }

        @Override
        public void delete(MachineId id) {
            heard("delete " + id.name());
            synchronized (MemoryInfrastructure.this) {
                machines.remove(id);
            }
        }

        @Override
        public LoadBalancerState observe(LoadBalancerId id) {
            heard("observe balancer " + id.cluster());
            synchronized (MemoryInfrastructure.this) {
                return balancers.containsKey(id) ? ready(balancers.get(id)) : new LoadBalancerState.Absent();
            }
        }

        @Override
        public LoadBalancerState ensure(LoadBalancerSpec spec) {
            heard("ensure balancer " + spec.id().cluster());
            synchronized (MemoryInfrastructure.this) {
                balancers.put(spec.id(), spec);
                return ready(spec);
            }
        }

        private LoadBalancerState ready(LoadBalancerSpec spec) {
            int targets = spec.targets().size();
            return new LoadBalancerState.Ready("memory-balancer", spec.id().cluster() + ".example", targets, targets);
        }

        @Override
        public void delete(LoadBalancerId id) {
            heard("delete balancer " + id.cluster());
            synchronized (MemoryInfrastructure.this) {
                balancers.remove(id);
            }
        }

        @Override
        public List<OwnedResource> owned() {
            heard("owned");
            synchronized (MemoryInfrastructure.this) {
                return machines.keySet().stream()
                        .map(id -> new OwnedResource("machine", id.name(), "memory://" + id.name(), id.owner()))
                        .toList();
            }
        }

        @Override
        public void remove(OwnedResource resource) {
            delete(new MachineId(resource.name(), resource.owner()));
        }

        @Override
        public List<PreflightCheck> preflight(PreflightInput plan) {
            return List.of(new PreflightCheck("Credentials", "Are the credentials accepted?", () -> {
                heard("check");
                return new PreflightCheck.Result.Passed("They are.");
            }));
        }

        @Override
        public String version() {
            heard("version");
            return "1.0-memory";
        }

        @Override
        public void close() {
            closing.run();
        }
    }
}
