package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Detects that a request failed because the clocks of this machine and of the server differ. Without this, such a failure looks like a
 * wrong CA or wrong credentials.
 */
public final class ClockSkew {
    /** What to do about a certificate that is outside its validity period. */
    public static final String CERTIFICATE_HINT =
            "Check the clock of this machine (date -u). If it is right, renew the certificate of the server.";

    /** Tokens and certificates tolerate less than this. */
    private static final Duration TOLERATED = Duration.ofMinutes(5);

    private static final int DEEPEST_CAUSE = 12;
    private static final int UNAUTHENTICATED = 401;
    private static final ClockSkew SHARED = new ClockSkew(Clock.systemUTC());

    private final Clock clock;
    /** How far the server that last rejected credentials is ahead of this machine. */
    private volatile Duration serverAhead = Duration.ZERO;

    ClockSkew(Clock clock) {
        this.clock = clock;
    }

    static ClockSkew shared() {
        return SHARED;
    }

    /** Describes a certificate outside its validity period, completing "The server …"; empty if a failure has another cause. */
    public static Optional<String> ofCertificate(Throwable failure, Instant now) {
        return Stream.iterate(failure, e -> e != null, Throwable::getCause)
                .limit(DEEPEST_CAUSE)
                .filter(e -> e instanceof CertificateNotYetValidException || e instanceof CertificateExpiredException)
                .findFirst()
                .map(e -> "has a certificate that %s at %s, the time of this machine's clock (%s)"
                        .formatted(
                                e instanceof CertificateExpiredException ? "has expired" : "is not valid yet",
                                now.truncatedTo(ChronoUnit.SECONDS),
                                e.getMessage()));
    }

    /** Compares the Date header of the last response that rejected credentials with the clock; empty if they agree. */
    Optional<String> ofRejectedCredentials() {
        return serverAhead.abs().compareTo(TOLERATED) <= 0
                ? Optional.empty()
                : Optional.of("The clock of this machine is %s %s the clock of the server."
                        .formatted(words(serverAhead.abs()), serverAhead.isNegative() ? "ahead of" : "behind"));
    }

    private static String words(Duration time) {
        Duration rounded = time.plusSeconds(30).truncatedTo(ChronoUnit.MINUTES);
        if (rounded.toHours() >= 48) {
            return rounded.toDays() + " days";
        }
        return rounded.toHours() >= 2 ? rounded.toHours() + " hours" : rounded.toMinutes() + " minutes";
    }

    void observe(int status, Optional<String> date) {
        if (status == UNAUTHENTICATED) {
            serverAhead = date.flatMap(ClockSkew::parsed)
                    .map(server -> Duration.between(clock.instant(), server))
                    .orElse(Duration.ZERO);
        }
    }

    static Optional<Instant> parsed(String date) {
        try {
            return Optional.of(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    /** Observes every response of a client. */
    Interceptor interceptor() {
        return new Interceptor() {
            @Override
            public void after(
                    HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
                observe(response.code(), response.headers("Date").stream().findFirst());
            }
        };
    }
}
