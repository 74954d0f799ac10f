package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.bootstrap.step.BackgroundSecretsSource;
import dev.butlerlabs.core.bootstrap.step.BootstrapOptions;
import dev.butlerlabs.core.machine.ImageSyncOptions;
import dev.butlerlabs.core.machine.MachineOptions;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;

/**
 * The timeouts and polling intervals of a run. Immutable.
 *
 * @param images the intervals of image transfers, and the image factory
 * @param limit the time limit of the whole run; each step has a share of it
 * @param secondLook how long to wait for the recheck of a failure that an earlier run left
 */
public record RunTimeouts(
        BootstrapOptions bootstrap,
        MachineOptions machines,
        ImageSyncOptions images,
        ReconcilerHostOptions host,
        Duration limit,
        Duration secondLook) {
    public RunTimeouts {
        Objects.requireNonNull(bootstrap, "bootstrap");
        Objects.requireNonNull(machines, "machines");
        Objects.requireNonNull(images, "images");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(secondLook, "secondLook");
    }

    public static RunTimeouts standard() {
        return new RunTimeouts(
                BootstrapOptions.standard(),
                MachineOptions.standard(),
                ImageSyncOptions.standard(),
                ReconcilerHostOptions.standard(),
                Duration.ofMinutes(60),
                Duration.ofSeconds(30));
    }

    /** Returns short intervals and a short service account key, for rehearsals. */
    public static RunTimeouts brisk() {
        return new RunTimeouts(
                BootstrapOptions.standard()
                        .withPoll(Duration.ofMillis(100))
                        .withSecrets(SecretsGenerator::generateForRehearsal),
                MachineOptions.rehearsal(),
                ImageSyncOptions.standard(),
                ReconcilerHostOptions.standard().withFailedRecheck(Duration.ofMillis(500)),
                Duration.ofMinutes(15),
                Duration.ofSeconds(5));
    }

    public RunTimeouts withLimit(Duration changed) {
        return new RunTimeouts(bootstrap, machines, images, host, changed, secondLook);
    }

    public RunTimeouts withBootstrap(BootstrapOptions changed) {
        return new RunTimeouts(changed, machines, images, host, limit, secondLook);
    }

    /** Returns the same settings with secrets that are generated in the background from now on, for a cluster that has none. */
    public RunTimeouts startSecrets(ClusterBootstrap cluster) {
        return withBootstrap(BackgroundSecretsSource.startIn(
                bootstrap,
                new SecureRandom(),
                VersionContract.parse(cluster.getSpec().talos().version())));
    }

    public RunTimeouts withImages(ImageSyncOptions changed) {
        return new RunTimeouts(bootstrap, machines, changed, host, limit, secondLook);
    }
}
