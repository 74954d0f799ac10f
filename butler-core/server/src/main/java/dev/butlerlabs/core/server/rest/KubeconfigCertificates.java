package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.server.view.ItemLists.CertificateRow;
import dev.butlerlabs.core.tree.UntypedTree;
import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the public certificates of a kubeconfig. Pure functions. */
final class KubeconfigCertificates {
    private KubeconfigCertificates() {}

    /** Returns the CA of the cluster and the certificate of its administrator, as far as they can be read. */
    static List<CertificateRow> read(Kubeconfig kubeconfig) {
        UntypedTree tree = UntypedTree.of(kubeconfig.tree());
        return Stream.concat(
                        certificates(tree, "clusters", "cluster.certificate-authority-data", "cluster CA"),
                        certificates(tree, "users", "user.client-certificate-data", "administrator"))
                .toList();
    }

    private static Stream<CertificateRow> certificates(UntypedTree tree, String section, String field, String name) {
        return tree.items(section).stream()
                .flatMap(entry -> entry.text(field).stream())
                .flatMap(encoded -> parse(encoded).stream())
                .map(certificate -> new CertificateRow(
                        name,
                        certificate.getSubjectX500Principal().getName(),
                        certificate.getNotBefore().toInstant(),
                        certificate.getNotAfter().toInstant()));
    }

    private static Optional<X509Certificate> parse(String encoded) {
        try {
            byte[] pem = Base64.getMimeDecoder().decode(encoded);
            return Optional.of((X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem)));
        } catch (CertificateException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
