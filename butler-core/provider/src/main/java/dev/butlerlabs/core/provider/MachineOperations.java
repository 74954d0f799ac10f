package dev.butlerlabs.core.provider;

/**
 * Manages the machines of one infrastructure. A machine is identified by name and owner, never by name alone. Thread-safe. All
 * methods throw {@link dev.butlerlabs.core.error.ButlerException}.
 */
public interface MachineOperations {
    /** Returns the state of a machine. A machine with this name but another owner is {@link MachineState.Absent}. */
    MachineState observe(MachineId id);

    /**
     * Creates a machine. Idempotent, even if the response to an earlier call was lost: an existing machine with this name and
     * owner is adopted, a partially created one is completed, and of several the oldest is kept.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with {@code FOREIGN_RESOURCE} if a machine of another owner has the name
     */
    MachineState create(MachineSpec spec);

    /**
     * Deletes a machine and all resources that belong to it. Idempotent: for a machine that does not exist, remaining resources
     * are deleted. Deletion is asynchronous; {@link #observe} returns {@link MachineState.Absent} when it has finished.
     */
    void delete(MachineId id);
}
