package dev.butlerlabs.core.provider.local;

/** How Butler connects to the machines of an engine. */
enum MachineAccess {
    /** At their addresses if these are reachable, otherwise through published ports. */
    AUTO,
    /** At their addresses. */
    DIRECT,
    /** Through ports that the engine publishes on the loopback interface. */
    PORTS
}
