package dev.butlerlabs.sim.infrastructure;

import java.util.Optional;

/** What runs inside simulated machines; an infrastructure switches it on and off. */
public interface MachineHost {
    /** A machine is switched on for the first time, or again. */
    Inside boot(Boot boot);

    /** A machine is gone for good, and its disks with it; it has been switched off before. */
    default void forget(String id) {}

    /**
     * What a machine gets at boot.
     *
     * @param id the infrastructure's id of the machine, the same at every boot
     * @param userData as the vendor would hand it to the machine, decoded
     * @param address the one the machine is told to have
     */
    record Boot(String id, String name, String macAddress, Optional<String> userData, Optional<String> address) {
        /** A machine that takes the address it gets. */
        public Boot(String id, String name, String macAddress, Optional<String> userData) {
            this(id, name, macAddress, userData, Optional.empty());
        }
    }

    /** The inside of a machine that is on. */
    interface Inside extends AutoCloseable {
        /** The address it is reached at. */
        String address();

        /** It is switched off. */
        @Override
        void close();
    }
}
