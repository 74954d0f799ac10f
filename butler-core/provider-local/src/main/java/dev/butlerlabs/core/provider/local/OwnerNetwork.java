package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.NetworkSpec;
import dev.butlerlabs.core.docker.NetworkState;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The network of the machines of one owner. It is created before its first machine and removed after its last one. Its name is derived from
 * the owner, so that a network whose creation was not confirmed is found again.
 */
final class OwnerNetwork {
    /** Engines do not list a network that is being created, and reject another one with its subnet or name. */
    private static final ReentrantLock CREATION = new ReentrantLock();

    private final DockerEngine engine;
    private final OwnerId owner;

    OwnerNetwork(DockerEngine engine, OwnerId owner) {
        this.engine = engine;
        this.owner = owner;
    }

    String name() {
        return "butler-" + owner;
    }

    private Map<String, String> marks() {
        return Map.of(OwnershipTags.MANAGED_BY, OwnershipTags.MANAGER, OwnershipTags.OWNER, owner.uid());
    }

    /** Creates the network if it does not exist. The first machine with a static address determines the subnet. */
    void ensure(Optional<MachineAddress> address) {
        CREATION.lock();
        try {
            if (existing().isEmpty()) {
                create(address);
                removeDuplicates();
            }
        } finally {
            CREATION.unlock();
        }
    }

    private List<NetworkState> existing() {
        List<NetworkState> found = LocalErrorMapper.call(() -> engine.networks().named(name()));
        found.stream()
                .filter(network -> !OwnershipTags.owner(network.labels()).equals(Optional.of(owner)))
                .findFirst()
                .ifPresent(this::reject);
        return found;
    }

    private void reject(NetworkState network) {
        throw new ButlerException(
                ErrorCode.FOREIGN_RESOURCE,
                "A network named %s (%s) exists on the Docker engine without the ownership labels of this cluster."
                        .formatted(name(), network.id()),
                "Remove that network if it is not needed: docker network rm " + network.id());
    }

    private void create(Optional<MachineAddress> address) {
        try {
            LocalErrorMapper.run(() -> engine.networks()
                    .create(new NetworkSpec(
                            name(),
                            address.map(OwnerNetwork::subnet).map(CidrBlock::toString),
                            address.map(MachineAddress::gateway),
                            Optional.empty(),
                            Map.of(),
                            marks())));
        } catch (ButlerException e) {
            // Another process may have created the network in the meantime.
            if (existing().isEmpty()) {
                throw e;
            }
        }
    }

    static CidrBlock subnet(MachineAddress address) {
        int prefix = Integer.parseInt(address.cidr().substring(address.cidr().indexOf('/') + 1));
        return CidrBlock.containing(IpAddress.parse(address.ip()), prefix);
    }

    /** Older engines accept several networks with one name. Every process keeps the same one. */
    private void removeDuplicates() {
        existing().stream()
                .sorted(Comparator.comparing(NetworkState::id))
                .skip(1)
                .filter(network -> network.containers() == 0)
                .forEach(network -> remove(network.id()));
    }

    /** Returns whether the network exists and no machine of its owner does. */
    boolean isUnused() {
        return !LocalErrorMapper.call(() -> engine.networks().labelled(marks())).isEmpty() && hasNoMachines();
    }

    private boolean hasNoMachines() {
        return LocalErrorMapper.call(() -> engine.containers().labelled(marks()))
                .isEmpty();
    }

    /**
     * Removes the network if its owner has no machines. The last of several machines that are deleted at the same time removes it: each
     * counts the others after it is gone itself.
     */
    void removeIfUnused() {
        if (hasNoMachines()) {
            LocalErrorMapper.call(() -> engine.networks().labelled(marks())).forEach(network -> remove(network.id()));
        }
    }

    private void remove(String id) {
        try {
            LocalErrorMapper.run(() -> engine.networks().remove(id));
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
        }
    }
}
