package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.client.TalosCredentials;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;

/** Credentials of a cluster that the sample knows nothing of. */
final class OtherAuthority {
    private OtherAuthority() {}

    static TalosCredentials credentials() {
        try {
            X500Name name = new X500Name("O=talos");
            KeyPair authority = TalosPki.ed25519();
            var root = TalosPki.builder(name, name, authority, Duration.ofDays(1));
            root.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            X509Certificate rootCertificate =
                    TalosPki.certificate(TalosPki.sign(root, authority.getPrivate(), "Ed25519"));
            KeyPair pair = TalosPki.ed25519();
            var leaf = TalosPki.builder(name, new X500Name("O=os:admin"), pair, Duration.ofDays(1));
            leaf.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
            X509Certificate certificate = TalosPki.certificate(TalosPki.sign(leaf, authority.getPrivate(), "Ed25519"));
            return new TalosCredentials(List.of(rootCertificate), certificate, pair.getPrivate());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
