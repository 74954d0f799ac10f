package dev.butlerlabs.core.status;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Finds certificates that have expired or expire soon. */
final class CertificateEvaluator {
    private final NextCommands commands;
    private final Instant now;

    CertificateEvaluator(NextCommands commands, Instant now) {
        this.commands = commands;
        this.now = now;
    }

    List<StatusProblem> problems(List<CertificateObservation> certificates) {
        return certificates.stream().flatMap(one -> problem(one).stream()).toList();
    }

    private Optional<StatusProblem> problem(CertificateObservation certificate) {
        String subject = "certificate of %s %s".formatted(certificate.kind(), certificate.name());
        String command = renewal(certificate);
        Instant until = seconds(certificate.until());
        return switch (CertificateState.of(certificate.from(), certificate.until(), now)) {
            case VALID -> Optional.empty();
            case EXPIRES_SOON -> Optional.of(StatusProblem.warning(subject, "expires on " + until, command));
            case EXPIRES_VERY_SOON -> Optional.of(StatusProblem.critical(subject, "expires on " + until, command));
            case EXPIRED -> Optional.of(StatusProblem.critical(subject, "expired on " + until, command));
            case NOT_YET_VALID ->
                Optional.of(StatusProblem.critical(subject, "valid from " + seconds(certificate.from()), command));
        };
    }

    private String renewal(CertificateObservation certificate) {
        return switch (certificate.kind()) {
            case KUBECONFIG, TALOSCONFIG -> commands.selected("certs rotate");
            case WEBHOOK -> commands.kubectl("logs -n butler-system deployment/butler-controllers");
        };
    }

    private static Instant seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS);
    }
}
