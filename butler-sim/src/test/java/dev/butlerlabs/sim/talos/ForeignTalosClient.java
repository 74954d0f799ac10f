package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.client.TalosCredentials;
import io.grpc.ManagedChannel;
import io.grpc.okhttp.OkHttpChannelBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Connects to a machine without our own client, for requests that our client never sends. */
final class ForeignTalosClient {
    private ForeignTalosClient() {}

    static ManagedChannel channel(InetSocketAddress address, TalosCredentials credentials) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(credentials).getKeyManagers(), trust(credentials).getTrustManagers(), null);
            return OkHttpChannelBuilder.forAddress(address.getAddress().getHostAddress(), address.getPort())
                    .sslSocketFactory(context.getSocketFactory())
                    .build();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot use the credentials", e);
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
