package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.pem.SingleServerKeyManager;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.TlsServerCredentials;
import io.grpc.TlsServerCredentials.ClientAuth;
import io.grpc.okhttp.OkHttpServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x509.GeneralName;

/** The API port of a machine, which presents one certificate in maintenance mode and another one afterwards. */
final class TalosApiListener {
    private static final int LARGEST_MESSAGE = 32 * 1024 * 1024;

    private final SimulatedNode node;
    private InetSocketAddress address;
    private Server server;
    private ServerCredentials credentials;
    private TalosPki.Identity identity;

    TalosApiListener(SimulatedNode node) {
        this.node = node;
        this.address = node.options().address();
    }

    synchronized InetSocketAddress address() {
        return address;
    }

    synchronized PublicKey key() {
        return identity.certificate().getPublicKey();
    }

    synchronized boolean isOpen() {
        return server != null;
    }

    synchronized void openForMaintenance() {
        try {
            identity = MaintenanceIdentity.make(names(List.of("127.0.0.1", "::1")));
            credentials = TlsServerCredentials.newBuilder()
                    .keyManager(new SingleServerKeyManager(identity.key(), identity.certificate()))
                    .build();
            reopen();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot generate a certificate for maintenance mode", e);
        }
    }

    /** Listens with a certificate that the machine's own configuration, or that of a control plane, issued. */
    synchronized void openAsConfigured(MachineDocument own, MachineDocument issuer) {
        try {
            X509Certificate authority = TalosPki.certificate(TalosPki.content(issuer.authority()));
            identity = TalosPki.server(
                    authority, TalosPki.key(issuer.authorityKey().orElseThrow()), node.hostname(), names(own.names()));
            credentials = TlsServerCredentials.newBuilder()
                    .keyManager(new SingleServerKeyManager(identity.key(), identity.certificate()))
                    .trustManager(trust(TalosPki.certificate(TalosPki.content(own.authority()))))
                    .clientAuth(ClientAuth.REQUIRE)
                    .build();
            reopen();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("cannot use the certificates of a machine configuration", e);
        }
    }

    private static TrustManager[] trust(X509Certificate authority) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("authority", authority);
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        return factory.getTrustManagers();
    }

    private List<GeneralName> names(List<String> more) {
        List<GeneralName> names = new ArrayList<>();
        names.add(new GeneralName(GeneralName.iPAddress, address.getAddress().getHostAddress()));
        names.add(new GeneralName(GeneralName.dNSName, node.hostname()));
        for (String name : more) {
            boolean numeric = name.matches("[0-9.]+|.*:.*");
            names.add(new GeneralName(numeric ? GeneralName.iPAddress : GeneralName.dNSName, name));
        }
        return names;
    }

    /** Closes all connections and listens on the same port again. */
    synchronized void reopen() {
        shut();
        OkHttpServerBuilder builder =
                OkHttpServerBuilder.forPort(address, credentials).maxInboundMessageSize(LARGEST_MESSAGE);
        for (ServerServiceDefinition service : TalosServices.services(node)) {
            builder.addService(ServerInterceptors.intercept(service, new AuthInterceptor(node)));
        }
        builder.fallbackHandlerRegistry(new UnknownMethods(node));
        try {
            server = builder.build().start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + address, e);
        }
        address = new InetSocketAddress(address.getAddress(), server.getPort());
    }

    synchronized void shut() {
        if (server == null) {
            return;
        }
        server.shutdownNow();
        try {
            server.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server = null;
    }
}
