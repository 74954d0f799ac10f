package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.reconcile.HostOptions;
import java.time.Duration;
import java.util.Objects;

/**
 * How patient a run is, and how often it looks.
 *
 * @param limit for the run as a whole; each step has its share of it
 * @param secondLook how long a failure that an earlier run left may take to be found mended
 */
public record RunTempo(
        BootstrapOptions bootstrap, MachineOptions machines, HostOptions host, Duration limit, Duration secondLook) {
    public RunTempo {
        Objects.requireNonNull(bootstrap, "bootstrap");
        Objects.requireNonNull(machines, "machines");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(secondLook, "secondLook");
    }

    public static RunTempo standard() {
        return new RunTempo(
                BootstrapOptions.standard(),
                MachineOptions.standard(),
                HostOptions.standard(),
                Duration.ofMinutes(60),
                Duration.ofSeconds(30));
    }

    /** Where nobody wants to wait: everything is on this machine. */
    public static RunTempo brisk() {
        return new RunTempo(
                BootstrapOptions.standard().withPoll(Duration.ofMillis(100)),
                MachineOptions.rehearsal(),
                HostOptions.standard().withFailedRecheck(Duration.ofMillis(500)),
                Duration.ofMinutes(15),
                Duration.ofSeconds(5));
    }

    public RunTempo withLimit(Duration changed) {
        return new RunTempo(bootstrap, machines, host, changed, secondLook);
    }

    public RunTempo withBootstrap(BootstrapOptions changed) {
        return new RunTempo(changed, machines, host, limit, secondLook);
    }
}
