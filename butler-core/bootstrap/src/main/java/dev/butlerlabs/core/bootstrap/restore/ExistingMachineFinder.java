package dev.butlerlabs.core.bootstrap.restore;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds the machines of a cluster that exist on its infrastructure, by their ownership tags, and deletes those that a backup does not contain. */
public record ExistingMachineFinder(ConnectedInfrastructure infrastructure, OwnerId owner) {
    /**
     * The machines that exist.
     *
     * @param kept names of those in the backup
     * @param surplus names of those that were added after the backup
     */
    public record Found(Set<String> kept, Set<String> surplus) {
        public Found {
            kept = Set.copyOf(kept);
            surplus = Set.copyOf(surplus);
        }
    }

    /**
     * Finds the machines.
     *
     * @param machines names of the machines in the backup
     */
    public Found find(List<String> machines) {
        Set<String> kept = machines.stream().filter(this::exists).collect(Collectors.toSet());
        Set<String> others = infrastructure.owned().stream()
                .filter(resource -> resource.owner().equals(owner))
                .map(OwnedResource::name)
                .filter(name -> !machines.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        return new Found(kept, others.stream().filter(this::exists).collect(Collectors.toSet()));
    }

    private boolean exists(String name) {
        return !(infrastructure.machines().observe(new MachineId(name, owner)) instanceof MachineState.Absent);
    }

    /** Deletes a machine and its disks. Deletion is asynchronous. */
    public void delete(String name) {
        infrastructure.machines().delete(new MachineId(name, owner));
    }

    /** Returns whether a machine was deleted. */
    public boolean isGone(String name) {
        return !exists(name);
    }
}
