package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.Operation;
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
final class KubeVirt implements AutoCloseable {
    private static final int SLOW = 20;

    private final Cluster cluster;
    private final SimulationOptions options;
    private final Volumes volumes;
    private final Instances instances;
    private final Agenda agenda = new Agenda(this::look);
    private final Map<Key, Guest> guests = new ConcurrentHashMap<>();
    private final Map<Kind, SharedIndexInformer<GenericKubernetesResource>> seen = new EnumMap<>(Kind.class);

    KubeVirt(Cluster cluster, SimulationOptions options) {
        this.cluster = cluster;
        this.options = options;
        this.volumes = new Volumes(cluster);
        this.instances = new Instances(cluster);
    }

    void start() {
        seen.put(Kind.INSTANCE, cluster.watch(Kind.INSTANCE, on(Key::of)));
        seen.put(Kind.VOLUME, cluster.watch(Kind.VOLUME, onPart(Guest::claims)));
        seen.put(Kind.SECRET, cluster.watch(Kind.SECRET, onPart(Guest::secrets)));
        seen.put(Kind.MACHINE, cluster.watch(Kind.MACHINE, on(Key::of)));
    }

    private ResourceEventHandler<GenericKubernetesResource> on(Function<GenericKubernetesResource, Key> machine) {
        return new Changes(object -> agenda.soon(machine.apply(object)));
    }

    /** Returns a handler that reconciles the machines that use a changed volume or Secret. */
    private ResourceEventHandler<GenericKubernetesResource> onPart(Function<Guest, List<String>> used) {
        return new Changes(object -> guests.forEach((key, guest) -> {
            if (key.namespace().equals(object.getMetadata().getNamespace())
                    && used.apply(guest).contains(object.getMetadata().getName())) {
                agenda.soon(key);
            }
        }));
    }

    private Optional<GenericKubernetesResource> seen(Kind kind, Key key) {
        return Optional.ofNullable(seen.get(kind))
                .map(informer -> informer.getIndexer().getByKey(key.toString()));
    }

    private void look(Key key) {
        Optional<MachineView> machine = seen(Kind.MACHINE, key).map(MachineView::new);
        if (machine.isEmpty()) {
            gone(key);
            return;
        }
        Guest guest = guest(machine.get());
        if (machine.get().isLeaving()) {
            leave(machine.get(), guest);
        } else if (!machine.get().hasFinalizer()) {
            List<String> finalizers = new ArrayList<>(machine.get().finalizers());
            finalizers.add(MachineView.FINALIZER);
            cluster.merge(Kind.MACHINE, key, Map.of("metadata", Map.of("finalizers", finalizers, "uid", guest.uid())));
        } else if (machine.get().shallRun()) {
            run(machine.get(), guest);
        } else {
            stop(machine.get(), guest);
        }
    }

    /** Returns the guest of a machine. A recreated machine of the same name gets a new guest. */
    private Guest guest(MachineView machine) {
        Guest known = guests.get(machine.key());
        if (known != null && !known.uid().equals(machine.uid())) {
            gone(machine.key());
            known = null;
        }
        Guest guest = known != null ? known : guests.computeIfAbsent(machine.key(), key -> new Guest(machine.uid()));
        guest.use(machine.claims(), machine.secrets());
        return guest;
    }

    private void gone(Key key) {
        Guest guest = guests.remove(key);
        if (guest != null) {
            guest.off();
            options.hosts().forget(guest.uid());
            instances.remove(key);
            volumes.release(key.namespace(), guest.claims());
        }
    }

    private void leave(MachineView machine, Guest guest) {
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
        cluster.merge(Kind.MACHINE, machine.key(), Map.of("metadata", Map.of("finalizers", others)));
    }

    private void stop(MachineView machine, Guest guest) {
        guest.off();
        instances.remove(machine.key());
        instances.tell(machine, "Stopped", false);
    }

    private void run(MachineView machine, Guest guest) {
        Key key = machine.key();
        if (!volumes.allThere(key.namespace(), guest.claims(), claim -> seen(Kind.VOLUME, claim))) {
            instances.tell(machine, "ErrorPvcNotFound", false);
            return;
        }
        switch (guest.instance(seen(Kind.INSTANCE, key).isPresent())) {
            case NONE -> begin(machine, guest);
            case AWAITED -> instances.tell(machine, "Starting", false);
            case FORMER -> instances.remove(key);
            case PRESENT -> goOn(machine, guest);
        }
    }

    private void begin(MachineView machine, Guest guest) {
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

    private void goOn(MachineView machine, Guest guest) {
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
                .allMatch(name -> seen(Kind.SECRET, new Key(machine.key().namespace(), name))
                        .isPresent());
    }

    private Inside boot(MachineView machine, Guest guest) {
        Optional<String> userData = machine.userDataSecret()
                .flatMap(name -> seen(Kind.SECRET, new Key(machine.key().namespace(), name)))
                .flatMap(
                        secret -> Tree.text(secret, "data", "userdata").or(() -> Tree.text(secret, "data", "userData")))
                .map(Base64Text::decode)
                .or(machine::inlineUserData)
                .filter(text -> !text.isEmpty());
        String card = guest.macAddress(machine);
        return options.hosts()
                .boot(new Boot(guest.uid(), machine.key().name(), card, userData, address(machine, card)));
    }

    private Optional<String> address(MachineView machine, String card) {
        return machine.networkDataSecret()
                .flatMap(name -> seen(Kind.SECRET, new Key(machine.key().namespace(), name)))
                .flatMap(secret ->
                        Tree.text(secret, "data", "networkdata").or(() -> Tree.text(secret, "data", "networkData")))
                .map(Base64Text::decode)
                .flatMap(text -> NetworkData.address(text, card));
    }

    private Optional<FaultKind> fault(MachineView machine) {
        return options.faults()
                .next(FaultKind.Stage.MACHINE, Operation.BOOT, machine.key().name());
    }

    /** Records that a client has seen the machine running, and starts the fault that waits for this. */
    void seenRunning(Key key) {
        Guest guest = guests.get(key);
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

    private void meet(Key key, FaultKind fate) {
        if (fate == FaultKind.STOP) {
            halt(key);
        } else {
            vanish(key);
        }
    }

    /** Stops a machine, as the button in the Harvester UI does. */
    void halt(Key key) {
        Map<String, Object> halted = new HashMap<>();
        halted.put("runStrategy", "Halted");
        halted.put("running", null);
        cluster.merge(Kind.MACHINE, key, Map.of("spec", halted));
    }

    /** Removes a machine at once, without the usual deletion. */
    void vanish(Key key) {
        cluster.delete(Kind.MACHINE, key);
        cluster.merge(Kind.MACHINE, key, Map.of("metadata", Map.of("finalizers", List.of())));
    }

    /** Returns the virtual machine that uses a volume. */
    Optional<Key> userOf(Key volume) {
        return guests.entrySet().stream()
                .filter(entry -> entry.getKey().namespace().equals(volume.namespace())
                        && entry.getValue().claims().contains(volume.name()))
                .map(Map.Entry::getKey)
                .filter(key -> cluster.find(Kind.MACHINE, key).isPresent())
                .findFirst();
    }

    @Override
    public void close() {
        seen.values().forEach(SharedIndexInformer::stop);
        agenda.close();
        guests.values().forEach(Guest::off);
    }
}
