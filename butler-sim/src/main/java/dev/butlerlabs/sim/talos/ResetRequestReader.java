package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Machine;

/** The effect of a request to reset a machine. */
record ResetRequestReader(Machine.ResetRequest request) {
    boolean graceful() {
        return request.getGraceful();
    }

    boolean reboots() {
        return request.getReboot();
    }

    /** Returns whether the data of etcd is deleted. */
    boolean wipesData() {
        return wipes("EPHEMERAL");
    }

    boolean wipesConfiguration() {
        return wipes("STATE");
    }

    private boolean wipes(String partition) {
        if (request.getMode() == Machine.ResetRequest.WipeMode.USER_DISKS) {
            return false;
        }
        return request.getSystemPartitionsToWipeList().isEmpty()
                || request.getSystemPartitionsToWipeList().stream()
                        .anyMatch(spec -> spec.getWipe() && spec.getLabel().equals(partition));
    }
}
