package dev.butlerlabs.sim.infrastructure;

import java.util.Optional;

/** Runs the software in simulated machines. Infrastructure simulators call it when machines are powered on and off. */
public interface MachineHost {
    /** Powers on a machine, for the first time or again. */
    Inside boot(Boot boot);

    /** Deletes a machine and its disks. It has been powered off before. */
    default void forget(String id) {}

    /**
     * Parameters of a boot.
     *
     * @param id the infrastructure's machine ID, the same at every boot
     * @param userData decoded user data
     * @param address requested static address
     * @param container whether the machine is a container
     */
    record Boot(
            String id,
            String name,
            String macAddress,
            Optional<String> userData,
            Optional<String> address,
            boolean container) {
        /** Creates the parameters of a machine that is not a container. */
        public Boot(String id, String name, String macAddress, Optional<String> userData, Optional<String> address) {
            this(id, name, macAddress, userData, address, false);
        }

        /** Creates the parameters of a machine without a static address. */
        public Boot(String id, String name, String macAddress, Optional<String> userData) {
            this(id, name, macAddress, userData, Optional.empty());
        }
    }

    /** A machine that is powered on. */
    interface Inside extends AutoCloseable {
        /** Returns the address of the machine. */
        String address();

        /** Returns the configuration that the software in the machine uses; empty if it has none yet. */
        default Optional<String> configuration() {
            return Optional.empty();
        }

        /** Powers off the machine. */
        @Override
        void close();
    }
}
