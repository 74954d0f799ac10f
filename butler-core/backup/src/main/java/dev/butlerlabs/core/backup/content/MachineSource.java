package dev.butlerlabs.core.backup.content;

import java.io.OutputStream;
import java.util.List;

/** The machines of a cluster. */
public interface MachineSource {
    /** Returns the addresses of all machines. */
    List<String> addresses();

    /**
     * Returns the address of a control plane machine whose etcd answers.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if none does
     */
    String healthyControlPlane();

    /** Writes a snapshot of etcd. */
    void snapshot(String address, OutputStream target);

    /** Returns the machine configuration of a machine. */
    String configuration(String address);
}
