package dev.butlerlabs.core.talos.secrets;

import java.util.Objects;

/** The key with which Kubernetes encrypts its Secrets in etcd; base64 of 32 bytes. */
public sealed interface EncryptionSecret {
    String value();

    /** What clusters have been made with since Talos 1.3. */
    record Secretbox(String value) implements EncryptionSecret {
        public Secretbox {
            Objects.requireNonNull(value, "value");
        }

        @Override
        public String toString() {
            return "Secretbox[hidden]";
        }
    }

    /** What older clusters were made with. */
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
