package dev.butlerlabs.core.bootstrap.run;

import java.nio.file.Path;
import java.time.Duration;

/** The result of a successful bootstrap run. */
public record BootstrapResult(
        String cluster, String endpoint, int machines, Path kubeconfig, Path talosconfig, Duration took) {}
