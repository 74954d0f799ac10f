package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.MachineHost.Boot;
import dev.butlerlabs.sim.infrastructure.MachineHost.Inside;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Reconciles virtual machines with their instances, as KubeVirt does. */
final class KubeVirtController implements AutoCloseable {
    private static final int SLOW = 20;

    private final HarvesterBackend cluster;
    private final SimulationOptions options;
    private final VolumeController volumes;
    private final VmStatusWriter instances;
    private final KeyedWorkQueue agenda = new KeyedWorkQueue(this::reconcile);
    private final Map<ResourceKey, GuestVm> guests = new ConcurrentHashMap<>();
    private final Map<WatchedResourceType, SharedIndexInformer<GenericKubernetesResource>> seen =
            new EnumMap<>(WatchedResourceType.class);

    KubeVirtController(HarvesterBackend cluster, SimulationOptions options) {
        this.cluster = cluster;
        this.options = options;
        this.volumes = new VolumeController(cluster);
        this.instances = new VmStatusWriter(cluster);
    }

    void start() {
        seen.put(WatchedResourceType.INSTANCE, cluster.watch(WatchedResourceType.INSTANCE, on(ResourceKey::of)));
        seen.put(WatchedResourceType.VOLUME, cluster.watch(WatchedResourceType.VOLUME, onPart(GuestVm::claims)));
        seen.put(WatchedResourceType.SECRET, cluster.watch(WatchedResourceType.SECRET, onPart(GuestVm::secrets)));
        seen.put(WatchedResourceType.MACHINE, cluster.watch(WatchedResourceType.MACHINE, on(ResourceKey::of)));
    }

    private ResourceEventHandler<GenericKubernetesResource> on(
            Function<GenericKubernetesResource, ResourceKey> machine) {
        return new ChangeListener(object -> agenda.soon(machine.apply(object)));
    }

    /** Returns a handler that reconciles the machines that use a changed volume or Secret. */
    private ResourceEventHandler<GenericKubernetesResource> onPart(Function<GuestVm, List<String>> used) {
        return new ChangeListener(object -> guests.forEach((key, guest) -> {
            if (key.namespace().equals(object.getMetadata().getNamespace())
                    && used.apply(guest).contains(object.getMetadata().getName())) {
                agenda.soon(key);
            }
        }));
    }

    private Optional<GenericKubernetesResource> seen(WatchedResourceType kind, ResourceKey key) {
        return Optional.ofNullable(seen.get(kind))
                .map(informer -> informer.getIndexer().getByKey(key.toString()));
    }

    private void reconcile(ResourceKey key) {
        Optional<MachineView> machine = seen(WatchedResourceType.MACHINE, key).map(MachineView::new);
        if (machine.isEmpty()) {
            gone(key);
            return;
        }
        GuestVm guest = guest(machine.get());
        if (machine.get().isLeaving()) {
            leave(machine.get(), guest);
        } else if (!machine.get().hasFinalizer()) {
            List<String> finalizers = new ArrayList<>(machine.get().finalizers());
            finalizers.add(MachineView.FINALIZER);
            cluster.merge(
                    WatchedResourceType.MACHINE,
                    key,
                    Map.of("metadata", Map.of("finalizers", finalizers, "uid", guest.uid())));
        } else if (machine.get().shallRun()) {
            run(machine.get(), guest);
        } else {
            stop(machine.get(), guest);
        }
    }

    /** Returns the guest of a machine. A recreated machine of the same name gets a new guest. */
    private GuestVm guest(MachineView machine) {
        GuestVm known = guests.get(machine.key());
        if (known != null && !known.uid().equals(machine.uid())) {
            gone(machine.key());
            known = null;
        }
        GuestVm guest =
                known != null ? known : guests.computeIfAbsent(machine.key(), key -> new GuestVm(machine.uid()));
        guest.use(machine.claims(), machine.secrets());
        return guest;
    }

    private void gone(ResourceKey key) {
        GuestVm guest = guests.remove(key);
        if (guest != null) {
            guest.off();
            options.hosts().forget(guest.uid());
            instances.remove(key);
            volumes.release(key.namespace(), guest.claims());
        }
    }

    private void leave(MachineView machine, GuestVm guest) {
        instances.tell(machine, "Terminating", false);
        long now = System.nanoTime();
        long left = guest.removalDue(now + options.removalTime().toNanos()) - now;
        if (left > 0) {
            agenda.later(machine.key(), Duration.ofNanos(left));
            return;
        }
        gone(machine.key());
        List<String> others = machine.finalizers().stream()
                .filter(name -> !name.equals(MachineView.FINALIZER))
                .toList();
        cluster.merge(WatchedResourceType.MACHINE, machine.key(), Map.of("metadata", Map.of("finalizers", others)));
    }

    private void stop(MachineView machine, GuestVm guest) {
        guest.off();
        instances.remove(machine.key());
        instances.tell(machine, "Stopped", false);
    }

    private void run(MachineView machine, GuestVm guest) {
        ResourceKey key = machine.key();
        if (!volumes.allThere(key.namespace(), guest.claims(), claim -> seen(WatchedResourceType.VOLUME, claim))) {
            instances.tell(machine, "ErrorPvcNotFound", false);
            return;
        }
        switch (guest.instance(seen(WatchedResourceType.INSTANCE, key).isPresent())) {
            case NONE -> begin(machine, guest);
            case AWAITED -> instances.tell(machine, "Starting", false);
            case FORMER -> instances.remove(key);
            case PRESENT -> goOn(machine, guest);
        }
    }

    private void begin(MachineView machine, GuestVm guest) {
        guest.off();
        Optional<FaultKind> fault = fault(machine);
        guest.fate(fault);
        boolean slow = fault.filter(FaultKind.SLOW_BOOT::equals).isPresent();
        Duration time = slow ? options.bootTime().multipliedBy(SLOW) : options.bootTime();
        guest.booting(System.nanoTime() + time.toNanos());
        instances.tell(machine, "Starting", false);
        instances.begin(machine);
        agenda.later(machine.key(), time);
    }

    private void goOn(MachineView machine, GuestVm guest) {
        if (guest.isAddressed()) {
            instances.tell(machine, "Running", true);
            return;
        }
        if (!guest.isDue(System.nanoTime()) || !secretsThere(machine)) {
            return;
        }
        if (guest.inside().isEmpty()) {
            guest.on(boot(machine, guest));
        }
        if (guest.fate().filter(FaultKind.NO_ADDRESS::equals).isPresent()) {
            instances.run(machine, guest, Optional.empty());
            guest.fate(fault(machine));
            guest.postpone(System.nanoTime() + options.bootTime().toNanos());
            agenda.later(machine.key(), options.bootTime());
            return;
        }
        instances.run(machine, guest, guest.inside().map(Inside::address));
        guest.addressed();
        instances.tell(machine, "Running", true);
    }

    private boolean secretsThere(MachineView machine) {
        return machine.secrets().stream()
                .allMatch(name -> seen(
                                WatchedResourceType.SECRET,
                                new ResourceKey(machine.key().namespace(), name))
                        .isPresent());
    }

    private Inside boot(MachineView machine, GuestVm guest) {
        Optional<String> userData = machine.userDataSecret()
                .flatMap(name -> seen(
                        WatchedResourceType.SECRET,
                        new ResourceKey(machine.key().namespace(), name)))
                .map(secret -> UntypedTree.of(secret.getAdditionalProperties()).at("data"))
                .flatMap(data -> data.text("userdata").or(() -> data.text("userData")))
                .map(Base64Text::decode)
                .or(machine::inlineUserData)
                .filter(text -> !text.isEmpty());
        String card = guest.macAddress(machine);
        return options.hosts()
                .boot(new Boot(guest.uid(), machine.key().name(), card, userData, address(machine, card)));
    }

    private Optional<String> address(MachineView machine, String card) {
        return machine.networkDataSecret()
                .flatMap(name -> seen(
                        WatchedResourceType.SECRET,
                        new ResourceKey(machine.key().namespace(), name)))
                .map(secret -> UntypedTree.of(secret.getAdditionalProperties()).at("data"))
                .flatMap(data -> data.text("networkdata").or(() -> data.text("networkData")))
                .map(Base64Text::decode)
                .flatMap(text -> NetworkData.address(text, card));
    }

    private Optional<FaultKind> fault(MachineView machine) {
        return options.faults()
                .next(
                        FaultKind.Stage.MACHINE,
                        SimulatedOperation.BOOT,
                        machine.key().name());
    }

    /** Records that a client has seen the machine running, and starts the fault that waits for this. */
    void seenRunning(ResourceKey key) {
        GuestVm guest = guests.get(key);
        if (guest == null || !guest.isAddressed()) {
            return;
        }
        Optional<FaultKind> fate = guest.fate();
        if (fate.filter(kind -> kind == FaultKind.VANISH || kind == FaultKind.STOP)
                .isPresent()) {
            guest.fate(Optional.empty());
            Thread.startVirtualThread(() -> meet(key, fate.get()));
        }
    }

    private void meet(ResourceKey key, FaultKind fate) {
        if (fate == FaultKind.STOP) {
            halt(key);
        } else {
            vanish(key);
        }
    }

    /** Stops a machine, as the button in the Harvester UI does. */
    void halt(ResourceKey key) {
        Map<String, Object> halted = new HashMap<>();
        halted.put("runStrategy", "Halted");
        halted.put("running", null);
        cluster.merge(WatchedResourceType.MACHINE, key, Map.of("spec", halted));
    }

    /** Removes a machine at once, without the usual deletion. */
    void vanish(ResourceKey key) {
        cluster.delete(WatchedResourceType.MACHINE, key);
        cluster.merge(WatchedResourceType.MACHINE, key, Map.of("metadata", Map.of("finalizers", List.of())));
    }

    /** Returns the virtual machine that uses a volume. */
    Optional<ResourceKey> userOf(ResourceKey volume) {
        return guests.entrySet().stream()
                .filter(entry -> entry.getKey().namespace().equals(volume.namespace())
                        && entry.getValue().claims().contains(volume.name()))
                .map(Map.Entry::getKey)
                .filter(key -> cluster.find(WatchedResourceType.MACHINE, key).isPresent())
                .findFirst();
    }

    @Override
    public void close() {
        seen.values().forEach(SharedIndexInformer::stop);
        agenda.close();
        guests.values().forEach(GuestVm::off);
    }
}
