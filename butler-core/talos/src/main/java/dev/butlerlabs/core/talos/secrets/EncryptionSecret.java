package dev.butlerlabs.core.talos.secrets;

import java.util.Objects;

/** The key that encrypts Kubernetes Secrets in etcd: base64 of 32 bytes. */
public sealed interface EncryptionSecret {
    String value();

    /** Used by clusters since Talos 1.3. */
    record Secretbox(String value) implements EncryptionSecret {
        public Secretbox {
            Objects.requireNonNull(value, "value");
        }

        @Override
        public String toString() {
            return "Secretbox[hidden]";
        }
    }

    /** Used by older clusters. */
    record AesCbc(String value) implements EncryptionSecret {
        public AesCbc {
            Objects.requireNonNull(value, "value");
        }

        @Override
        public String toString() {
            return "AesCbc[hidden]";
        }
    }
}
