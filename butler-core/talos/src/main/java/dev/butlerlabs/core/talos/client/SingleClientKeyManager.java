package dev.butlerlabs.core.talos.client;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Provides the client certificate. A key store would encrypt the key and decrypt it again for every connection. */
final class SingleClientKeyManager extends X509ExtendedKeyManager {
    private static final String NAME = "client";

    private final TalosCredentials credentials;

    SingleClientKeyManager(TalosCredentials credentials) {
        this.credentials = credentials;
    }

    @Override
    public String chooseClientAlias(String[] kinds, Principal[] issuers, Socket socket) {
        return chosen(kinds);
    }

    @Override
    public String chooseEngineClientAlias(String[] kinds, Principal[] issuers, SSLEngine engine) {
        return chosen(kinds);
    }

    private String chosen(String... kinds) {
        return List.of(kinds).contains(credentials.certificate().getPublicKey().getAlgorithm()) ? NAME : null;
    }

    @Override
    public String[] getClientAliases(String kind, Principal[] issuers) {
        return new String[] {NAME};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {credentials.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return credentials.key();
    }

    /** Not used: this side is always the client. */
    @Override
    public String[] getServerAliases(String kind, Principal[] issuers) {
        return new String[0];
    }

    @Override
    public String chooseServerAlias(String kind, Principal[] issuers, Socket socket) {
        return null;
    }
}
