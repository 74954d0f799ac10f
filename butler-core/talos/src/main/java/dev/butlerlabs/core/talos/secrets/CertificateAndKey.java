package dev.butlerlabs.core.talos.secrets;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.pem.PemFormatException;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A certificate with its private key as PEM text.
 *
 * @param key empty if only the certificate is available
 */
public record CertificateAndKey(String certificate, String key) {
    public CertificateAndKey {
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
    }

    /** Returns problems of the pair: parts that are not valid or do not match. */
    public List<InputProblem> problems(String path) {
        List<InputProblem> problems = new ArrayList<>();
        CertificateReader view = null;
        PrivateKey privateKey = null;
        try {
            view = CertificateReader.parse(certificate);
        } catch (PemFormatException e) {
            problems.add(new InputProblem(path + ".crt", e.getMessage()));
        }
        try {
            privateKey = TalosKeyFactory.parse(key);
        } catch (PemFormatException e) {
            problems.add(new InputProblem(path + ".key", e.getMessage()));
        }
        if (view != null && privateKey != null) {
            problems.addAll(mismatch(path, view, privateKey));
        }
        return problems;
    }

    private static List<InputProblem> mismatch(String path, CertificateReader view, PrivateKey privateKey) {
        try {
            return TalosKeyFactory.belongTogether(privateKey, view.publicKey())
                    ? List.of()
                    : List.of(new InputProblem(path, "the key does not match the certificate"));
        } catch (PemFormatException e) {
            return List.of(new InputProblem(path + ".crt", e.getMessage()));
        }
    }

    /** Returns the certificate without the key, for machines that must not have it. */
    public CertificateAndKey withoutKey() {
        return new CertificateAndKey(certificate, "");
    }

    @Override
    public String toString() {
        return "CertificateAndKey[hidden]";
    }
}
