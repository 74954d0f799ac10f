package dev.butlerlabs.core.bootstrap;

import java.nio.file.Path;
import java.time.Duration;

/** What a run ended with. */
public record BootstrapResult(
        String cluster, String endpoint, int machines, Path kubeconfig, Path talosconfig, Duration took) {}
