package dev.butlerlabs.operator;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Names this process in the lease and in the API server's audit log. Two processes with the same name would both lead, and every container
 * process has the id 1, so the host part has to be unique: the pod name, or a random name if the host has none.
 */
final class ProcessIdentity {
    private static final String CURRENT = of(
            ProcessHandle.current().pid(), Optional.ofNullable(System.getenv("HOSTNAME")), ProcessIdentity::localHost);

    private ProcessIdentity() {}

    /** Returns the identity of this process; it does not change. */
    static String current() {
        return CURRENT;
    }

    /**
     * Returns the identity of a process.
     *
     * @param hostVariable the environment variable that container runtimes set to the pod name
     * @param localHost returns the host name of the operating system
     */
    static String of(long pid, Optional<String> hostVariable, Supplier<Optional<String>> localHost) {
        String host = hostVariable
                .or(localHost)
                .filter(name -> !name.isBlank() && !name.equals("localhost"))
                .orElseGet(() -> UUID.randomUUID().toString());
        return pid + "@" + host;
    }

    private static Optional<String> localHost() {
        try {
            return Optional.of(InetAddress.getLocalHost().getHostName());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
