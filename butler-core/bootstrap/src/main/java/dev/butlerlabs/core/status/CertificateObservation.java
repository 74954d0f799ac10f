package dev.butlerlabs.core.status;

import java.time.Instant;
import java.util.Objects;

/** The validity of a certificate. Immutable. */
public record CertificateObservation(Kind kind, String name, Instant from, Instant until) {
    public CertificateObservation {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(until, "until");
    }

    /** The use of a certificate. */
    public enum Kind {
        KUBECONFIG("kubeconfig"),
        TALOSCONFIG("talosconfig"),
        WEBHOOK("webhook");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }
}
