package dev.butlerlabs.core.status;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds certificates that have expired or expire soon. */
final class CertificateEvaluator {
    private static final Duration SOON = Duration.ofDays(30);
    private static final Duration VERY_SOON = Duration.ofDays(7);
    /** Certificates with a short lifetime are renewed late: they expire soon if this part of their lifetime is left. */
    private static final int LAST_PART = 5;

    private final NextCommands commands;
    private final Instant now;

    CertificateEvaluator(NextCommands commands, Instant now) {
        this.commands = commands;
        this.now = now;
    }

    List<StatusProblem> problems(List<CertificateObservation> certificates, SourceResult<TalosObservation> talos) {
        return certificates.stream()
                .flatMap(one -> problem(one, talos).stream())
                .toList();
    }

    private Optional<StatusProblem> problem(CertificateObservation certificate, SourceResult<TalosObservation> talos) {
        Duration left = Duration.between(now, certificate.until());
        Duration lifetime = Duration.between(certificate.from(), certificate.until());
        String subject = "certificate of %s %s".formatted(certificate.kind(), certificate.name());
        String command = renewal(certificate, talos);
        if (now.isBefore(certificate.from())) {
            return Optional.of(
                    StatusProblem.critical(subject, "valid from %s".formatted(seconds(certificate.from())), command));
        }
        if (!left.isPositive()) {
            return Optional.of(StatusProblem.critical(subject, "expired on " + seconds(certificate.until()), command));
        }
        if (left.compareTo(shorter(SOON, lifetime.dividedBy(LAST_PART))) >= 0) {
            return Optional.empty();
        }
        String message = "expires on " + seconds(certificate.until());
        return Optional.of(
                left.compareTo(shorter(VERY_SOON, lifetime.dividedBy(2L * LAST_PART))) < 0
                        ? StatusProblem.critical(subject, message, command)
                        : StatusProblem.warning(subject, message, command));
    }

    private String renewal(CertificateObservation certificate, SourceResult<TalosObservation> talos) {
        String nodes = talos.value()
                .flatMap(CertificateEvaluator::anyControlPlane)
                .map(address -> "--nodes " + address + " ")
                .orElse("");
        return switch (certificate.kind()) {
            case KUBECONFIG ->
                commands.talosctl(
                        nodes + "kubeconfig --force --merge=false " + NextCommands.quoted(certificate.name()));
            case TALOSCONFIG -> commands.talosctl(nodes + "config new " + NextCommands.quoted(certificate.name()));
            case WEBHOOK -> commands.kubectl("logs -n butler-system deployment/butler-controllers");
        };
    }

    private static Optional<String> anyControlPlane(TalosObservation talos) {
        return talos.sortedMachines().entrySet().stream()
                .filter(entry -> entry.getValue()
                        .value()
                        .filter(TalosObservation.Machine::hasEtcd)
                        .isPresent())
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }

    private static Duration shorter(Duration one, Duration other) {
        return Stream.of(one, other).min(Duration::compareTo).orElseThrow();
    }
}
