package dev.butlerlabs.sim.talos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.client.TalosCredentials;
import io.grpc.ManagedChannel;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Connects to a machine without our own client, for requests that our client never sends. */
final class ForeignTalosClient {
    private ForeignTalosClient() {}

    static ManagedChannel channel(InetSocketAddress address, TalosCredentials credentials) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(credentials).getKeyManagers(), trust(credentials).getTrustManagers(), null);
            return builder(address, context).build();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot use the credentials", e);
        }
    }

    /** Connects with the server verified by the CA of the credentials, but without their client certificate. */
    static ManagedChannel withoutCertificate(InetSocketAddress address, TalosCredentials credentials) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[0], trust(credentials).getTrustManagers(), null);
            return builder(address, context).build();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot use the credentials", e);
        }
    }

    /** Connects without a client certificate and accepts any server certificate. */
    static ManagedChannel anonymous(InetSocketAddress address) {
        return builder(address, trusting(new TrustingManager()))
                .hostnameVerifier((name, session) -> true)
                .build();
    }

    /** Returns the only certificate that a node presents, without verifying it. */
    static X509Certificate certificate(InetSocketAddress address) {
        TrustingManager trust = new TrustingManager();
        try (SSLSocket socket =
                (SSLSocket) trusting(trust).getSocketFactory().createSocket(address.getAddress(), address.getPort())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
        } catch (IOException e) {
            // A node that requires a client certificate ends the handshake after it has sent its own.
            assertThat(trust.chain).as(e.getMessage()).isNotEmpty();
        }
        assertThat(trust.chain).hasSize(1);
        return trust.chain.getFirst();
    }

    private static OkHttpChannelBuilder builder(InetSocketAddress address, SSLContext context) {
        return OkHttpChannelBuilder.forAddress(address.getAddress().getHostAddress(), address.getPort())
                .sslSocketFactory(context.getSocketFactory());
    }

    private static SSLContext trusting(TrustingManager trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[0], new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Accepts every certificate, as a client of a machine in maintenance mode must. */
    private static final class TrustingManager extends X509ExtendedTrustManager {
        private volatile List<X509Certificate> chain = List.of();

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            this.chain = List.of(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            this.chain = List.of(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            this.chain = List.of(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw new CertificateException("not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("not a server");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("not a server");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private static KeyManagerFactory keys(TalosCredentials credentials) throws GeneralSecurityException, IOException {
        KeyStore store = store();
        store.setKeyEntry("client", credentials.key(), new char[0], new X509Certificate[] {credentials.certificate()});
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, new char[0]);
        return factory;
    }

    private static TrustManagerFactory trust(TalosCredentials credentials)
            throws GeneralSecurityException, IOException {
        KeyStore store = store();
        for (X509Certificate authority : credentials.authorities()) {
            store.setCertificateEntry(authority.getSerialNumber().toString(), authority);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        return factory;
    }

    private static KeyStore store() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
