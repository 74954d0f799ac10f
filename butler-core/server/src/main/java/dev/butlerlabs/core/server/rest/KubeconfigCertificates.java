package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.server.view.ItemLists.CertificateRow;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.List;
import java.util.stream.Stream;

/** Reads the public certificates of a kubeconfig. Pure functions. */
final class KubeconfigCertificates {
    private static final String LOCATION = "administrator kubeconfig";

    private KubeconfigCertificates() {}

    /** Returns the CA of the cluster and the certificate of its administrator, as far as they can be read. */
    static List<CertificateRow> read(Kubeconfig kubeconfig) {
        UntypedTree tree = UntypedTree.of(kubeconfig.tree());
        return Stream.concat(
                        certificates(tree, "clusters", "cluster.certificate-authority-data", "Kubernetes CA", "ca"),
                        certificates(tree, "users", "user.client-certificate-data", "administrator", "client"))
                .toList();
    }

    private static Stream<CertificateRow> certificates(
            UntypedTree tree, String section, String field, String name, String use) {
        return tree.items(section).stream()
                .flatMap(entry -> entry.text(field).stream())
                .flatMap(encoded ->
                        CertificateParser.parseEncoded(encoded).stream().limit(1))
                .map(certificate -> CertificateParser.row(name, use, LOCATION, certificate));
    }
}
