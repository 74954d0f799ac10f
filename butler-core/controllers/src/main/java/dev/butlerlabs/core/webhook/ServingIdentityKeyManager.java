package dev.butlerlabs.core.webhook;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Key manager whose certificate can be replaced while connections are open. A handshake that started before a replacement finishes with the
 * previous certificate. Thread-safe.
 */
final class ServingIdentityKeyManager extends X509ExtendedKeyManager {
    private volatile Identities identities = new Identities(Optional.empty(), Optional.empty());

    private record Identities(Optional<Identity> current, Optional<Identity> previous) {
        Optional<Identity> find(String alias) {
            return Stream.of(current, previous)
                    .flatMap(Optional::stream)
                    .filter(identity -> identity.alias().equals(alias))
                    .findFirst();
        }
    }

    private record Identity(X509Certificate certificate, PrivateKey key) {
        String alias() {
            return certificate.getSerialNumber().toString();
        }
    }

    /** Uses a certificate for handshakes from now on. Does nothing if it is already in use. */
    synchronized void use(X509Certificate certificate, PrivateKey key) {
        Identity next = new Identity(certificate, key);
        if (identities.current().filter(next::equals).isEmpty()) {
            identities = new Identities(Optional.of(next), identities.current());
        }
    }

    /** Returns whether there is a certificate; otherwise every handshake fails. */
    boolean isReady() {
        return identities.current().isPresent();
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
        return chooseServerAlias(keyType, issuers, null);
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return identities
                .current()
                .filter(identity -> keyType.equals(identity.key().getAlgorithm()))
                .map(Identity::alias)
                .orElse(null);
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return Stream.ofNullable(chooseServerAlias(keyType, issuers, null)).toArray(String[]::new);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return identities
                .find(alias)
                .map(identity -> new X509Certificate[] {identity.certificate()})
                .orElse(null);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return identities.find(alias).map(Identity::key).orElse(null);
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return new String[0];
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
        return null;
    }
}
