package dev.butlerlabs.core.provider;

/** The machines of one infrastructure. A machine is known by its name and its owner together, never by the name alone. */
public interface Machines {
    /** Looks. A machine of another owner under this name is not ours: the answer is {@link MachineState.Absent}. */
    MachineState observe(MachineId id);

    /**
     * Asks for a machine. Calling twice is calling once, also when the answer to the first call was lost: a machine of this name and
     * owner is taken over, what is half made is completed, and of several the oldest stays.
     *
     * @throws dev.butlerlabs.core.error.ButlerException with {@code FOREIGN_RESOURCE} when somebody else's machine holds the name
     */
    MachineState create(MachineSpec spec);

    /**
     * Asks for the removal of a machine and of everything made for it alone. Absent is fine and still removes what is left of it;
     * {@link #observe} tells when all of it is gone.
     */
    void delete(MachineId id);
}
