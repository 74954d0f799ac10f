package dev.butlerlabs.core.reconcile.shard;

import dev.butlerlabs.core.reconcile.LeaseObserver;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The Leases of leader, shards and members, read at one time. */
final class ObservedLeases {
    private final List<Lease> leases;
    private final ShardOptions options;
    private final ShardLeaseNames names;
    private final LeaseObserver observer;

    /** @param observer has observed the leases */
    ObservedLeases(List<Lease> leases, ShardOptions options, LeaseObserver observer) {
        this.leases = leases;
        this.options = options;
        this.names = options.names();
        this.observer = observer;
    }

    /** Returns whether the leader divides namespaces into the same number of shards. */
    boolean isOwnCount() {
        return ShardLeaseReader.shards(find(names.leader())) == options.count();
    }

    /** Returns whether a process holds a shard of another number of shards. */
    boolean isOtherCountHeld() {
        return leases.stream().anyMatch(lease -> isOfOtherCount(lease) && isHeld(lease));
    }

    private boolean isOfOtherCount(Lease lease) {
        return names.parse(ShardLeaseReader.name(lease))
                .filter(shard -> shard.count() != options.count())
                .isPresent();
    }

    private boolean isHeld(Lease lease) {
        return observer.holder(lease).isPresent();
    }

    Optional<Lease> shard(int index) {
        return find(names.shard(index, options.count()));
    }

    private Optional<Lease> find(String name) {
        return leases.stream()
                .filter(lease -> ShardLeaseReader.name(lease).equals(name))
                .findFirst();
    }

    /** Returns the processes that are ready to hold shards of this number. */
    Set<String> members() {
        return leases.stream()
                .filter(lease -> names.isMember(ShardLeaseReader.name(lease), options.count()))
                .flatMap(lease -> observer.holder(lease).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the holders of the shards; free shards are absent. */
    SortedMap<Integer, String> holders() {
        SortedMap<Integer, String> holders = new TreeMap<>();
        IntFunction<Optional<String>> holder = index -> shard(index).flatMap(observer::holder);
        IntStream.range(0, options.count())
                .forEach(index -> holder.apply(index).ifPresent(name -> holders.put(index, name)));
        return holders;
    }

    /** Returns a Lease that no process needs any more: of a member that stopped, or of a former number of shards. */
    Optional<Lease> unused() {
        return leases.stream()
                .filter(lease -> names.isMember(ShardLeaseReader.name(lease)) || isOfOtherCount(lease))
                .filter(lease -> !isHeld(lease))
                .findFirst();
    }
}
