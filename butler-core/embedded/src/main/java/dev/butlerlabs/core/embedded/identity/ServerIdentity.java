package dev.butlerlabs.core.embedded.identity;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.pem.CertificateGenerator;
import dev.butlerlabs.core.pem.CertificateGenerator.Issuer;
import dev.butlerlabs.core.pem.CertificateGenerator.Validity;
import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.SingleServerKeyManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * The certificate authority, the serving certificate and the client token of a server. Immutable and thread-safe; {@code toString} contains
 * no secret.
 */
public final class ServerIdentity {
    private static final String AUTHORITY = "butler-embedded-ca";
    private static final String SERVER = "butler-embedded-apiserver";
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "::1");
    private static final Duration LIFETIME = Duration.ofDays(3650);
    private static final Duration CLOCK_SKEW = Duration.ofHours(1);

    /** Clients authenticate by token; an explicit empty list prevents the JDK from loading its default CA certificates at every start. */
    private static final TrustManager[] NO_CLIENT_CERTIFICATES = {};

    private final X509Certificate authority;
    private final X509Certificate certificate;
    private final PrivateKey key;
    private final String token;
    private final Optional<ClientCertificateAuthority> clients;

    ServerIdentity(X509Certificate authority, X509Certificate certificate, PrivateKey key, String token) {
        this(authority, certificate, key, token, Optional.empty());
    }

    ServerIdentity(
            X509Certificate authority,
            X509Certificate certificate,
            PrivateKey key,
            String token,
            Optional<ClientCertificateAuthority> clients) {
        this.authority = authority;
        this.certificate = certificate;
        this.key = key;
        this.token = token;
        this.clients = clients;
    }

    /**
     * Reads the identity stored in a directory, and generates it there at the first start. Without a directory, generates a new identity.
     *
     * @param now the current time, from which the validity of generated certificates is computed
     * @throws ButlerException ENVIRONMENT if the files cannot be read or written
     */
    public static ServerIdentity in(Optional<Path> directory, Instant now) {
        try {
            return directory.isPresent() ? kept(new IdentityFiles(directory.get()), now) : fresh(now);
        } catch (GeneralSecurityException e) {
            throw new ButlerException(ErrorCode.INTERNAL, "Cannot generate the certificates of the embedded API.", e);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Cannot store the certificates and the token of the embedded API: " + e.getMessage(),
                    e);
        }
    }

    /**
     * Returns an externally issued identity, with a newly generated token if it has none.
     *
     * @throws ButlerException if a component is not valid PEM; the problems name the component
     */
    public static ServerIdentity given(ServingIdentity identity) {
        return ImportedIdentityReader.read(identity, identity.token().orElseGet(() -> newToken(new SecureRandom())));
    }

    private static ServerIdentity kept(IdentityFiles files, Instant now) throws GeneralSecurityException, IOException {
        Optional<ServerIdentity> found = files.read();
        if (found.isPresent()) {
            return found.get();
        }
        ServerIdentity made = fresh(now);
        files.write(made);
        return made;
    }

    /** Generates an identity. The private key of the authority is not kept, because it signs a single certificate. */
    private static ServerIdentity fresh(Instant now) throws GeneralSecurityException {
        SecureRandom random = new SecureRandom();
        CertificateGenerator certificates = new CertificateGenerator(random);
        Issuer issuer = new Issuer(AUTHORITY, certificates.newKey());
        KeyPair serverKey = certificates.newKey();
        Validity validity = new Validity(now.minus(CLOCK_SKEW), now.plus(LIFETIME));
        X509Certificate authority = certificates.authority(issuer, validity);
        X509Certificate server = certificates.server(issuer, SERVER, serverKey.getPublic(), LOOPBACK, validity);
        return new ServerIdentity(authority, server, serverKey.getPrivate(), newToken(random));
    }

    private static String newToken(SecureRandom random) {
        byte[] token = new byte[32];
        random.nextBytes(token);
        return HexFormat.of().formatHex(token);
    }

    /** Whether an Authorization header contains the token. Compares in constant time. */
    public boolean accepts(String authorization) {
        byte[] expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(expected, authorization.strip().getBytes(StandardCharsets.UTF_8));
    }

    /** Whether clients may authenticate by certificate instead of the token. */
    public boolean takesCertificates() {
        return clients.isPresent();
    }

    /** Returns the user of a client certificate chain, the client's own certificate first; empty if the chain is not valid. */
    public Optional<RequestUser> caller(List<X509Certificate> chain, Instant now) {
        return clients.flatMap(known -> known.caller(chain, now));
    }

    /** Returns a TLS context for the server socket. */
    public SSLContext tls() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            TrustManager[] trust = clients.map(
                            known -> new TrustManager[] {new PermissiveTrustManager(known.certificate())})
                    .orElse(NO_CLIENT_CERTIFICATES);
            context.init(new KeyManager[] {new SingleServerKeyManager(key, certificate, authority)}, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new ButlerException(ErrorCode.INTERNAL, "Cannot configure TLS for the embedded API.", e);
        }
    }

    /** Returns a kubeconfig for this server at the given URL. It contains the token, which grants full access. */
    public String kubeconfig(String server) {
        String authorityData = Base64.getEncoder().encodeToString(authorityPem().getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: butler-embedded
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: butler-embedded-admin
                  user:
                    token: %s
                contexts:
                - name: butler-embedded
                  context:
                    cluster: butler-embedded
                    user: butler-embedded-admin
                current-context: butler-embedded
                """.formatted(server, authorityData, token);
    }

    /** Returns the identity in a form with which another server can be started. Contains the private key and the token. */
    public ServingIdentity exported() {
        return new ServingIdentity(
                new PemBlock(PemBlock.CERTIFICATE, IdentityFiles.encoded(certificate)).text(),
                new PemBlock("PRIVATE KEY", key.getEncoded()).text(),
                authorityPem(),
                Optional.of(token));
    }

    /** Returns the certificate of the authority, with which clients verify the server. */
    public String authorityPem() {
        return new PemBlock(PemBlock.CERTIFICATE, IdentityFiles.encoded(authority)).text();
    }

    X509Certificate certificate() {
        return certificate;
    }

    PrivateKey key() {
        return key;
    }

    String token() {
        return token;
    }

    @Override
    public String toString() {
        return "ServerIdentity[" + certificate.getSubjectX500Principal() + "]";
    }
}
