package dev.butlerlabs.core.certificate;

/** What a certificate is used for. */
public enum CertificateUse {
    CA("ca"),
    SERVING("serving"),
    CLIENT("client");

    private final String word;

    CertificateUse(String word) {
        this.word = word;
    }

    @Override
    public String toString() {
        return word;
    }
}
