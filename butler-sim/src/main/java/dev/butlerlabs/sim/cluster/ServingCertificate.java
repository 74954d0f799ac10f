package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.core.embedded.identity.ServingIdentity;
import dev.butlerlabs.sim.talos.TalosPki;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;

/** Serving certificate of a cluster's API server, signed by the CA in its machine configuration. */
final class ServingCertificate {
    private static final Duration LIFETIME = Duration.ofDays(365);
    private static final X500Name SUBJECT = new X500Name("O=kube-master,CN=kube-apiserver");

    private ServingCertificate() {}

    static ServingIdentity make(MachineKubernetesSettings controlPlane, Collection<String> addresses) {
        Set<String> names = new LinkedHashSet<>(controlPlane.names());
        names.addAll(addresses);
        controlPlane.endpointHost().ifPresent(names::add);
        names.addAll(Set.of("localhost", "127.0.0.1", "kubernetes", "kubernetes.default", "kubernetes.default.svc"));
        try {
            return sign(controlPlane, names);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot sign with the CA of a machine configuration", e);
        }
    }

    private static ServingIdentity sign(MachineKubernetesSettings controlPlane, Set<String> names)
            throws GeneralSecurityException, IOException {
        X509Certificate authority = TalosPki.certificate(TalosPki.content(controlPlane.authority()));
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        X509v3CertificateBuilder builder = TalosPki.builder(TalosPki.name(authority), SUBJECT, pair, LIFETIME);
        builder.addExtension(
                Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
        builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
        builder.addExtension(
                Extension.subjectAlternativeName,
                false,
                new GeneralNames(names.stream().map(ServingCertificate::name).toArray(GeneralName[]::new)));
        byte[] certificate =
                TalosPki.sign(builder, TalosPki.key(controlPlane.authorityKey().orElseThrow()), "SHA256withECDSA");
        return new ServingIdentity(
                TalosPki.pem("CERTIFICATE", certificate),
                TalosPki.pem("PRIVATE KEY", pair.getPrivate().getEncoded()),
                controlPlane.authority());
    }

    private static GeneralName name(String name) {
        boolean numeric = name.matches("[0-9.]+|.*:.*");
        return new GeneralName(numeric ? GeneralName.iPAddress : GeneralName.dNSName, name);
    }
}
