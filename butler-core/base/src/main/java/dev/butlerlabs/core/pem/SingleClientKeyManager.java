package dev.butlerlabs.core.pem;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Presents the certificate of a client in every handshake that accepts its key type. A key store would encrypt the key and decrypt it again, which takes longer
 * than the handshake. Thread-safe.
 */
public final class SingleClientKeyManager extends X509ExtendedKeyManager {
    private static final String ALIAS = "client";

    private final PrivateKey key;
    private final X509Certificate[] chain;

    /** @param chain the certificate of the client, followed by those of the CAs that signed it */
    public SingleClientKeyManager(PrivateKey key, X509Certificate... chain) {
        this.key = key;
        this.chain = chain.clone();
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
        return chooseAlias(keyTypes);
    }

    @Override
    public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
        return chooseAlias(keyTypes);
    }

    private String chooseAlias(String... keyTypes) {
        return List.of(keyTypes).contains(chain[0].getPublicKey().getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return chain.clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }

    /** Not used: this side is always the client. */
    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
        return new String[0];
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
        return null;
    }
}
