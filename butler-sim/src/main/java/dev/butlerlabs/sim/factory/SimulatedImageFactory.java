package dev.butlerlabs.sim.factory;

import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** A simulated Image Factory on loopback. Its images have generated content, which is never held in memory. Thread-safe. */
public final class SimulatedImageFactory implements AutoCloseable {
    /** The schematic without customization. */
    public static final String PLAIN = "376567988ad370138ad8b2698212367b8edcb69b5fd68c80be1f2ec7d603b4ba";

    private final ImageFactoryOptions options;
    private final ImageFactoryApplication application;
    private final FaultyServer storage;
    private final FaultyServer server;

    private SimulatedImageFactory(ImageFactoryOptions options) {
        this.options = options;
        this.storage = FaultyServer.start(0, Optional.empty(), new ObjectStorage(options), FaultPlan.none());
        this.application = new ImageFactoryApplication(options, storage::address);
        try {
            this.server = FaultyServer.start(options.port(), Optional.empty(), application, options.faults());
        } catch (RuntimeException e) {
            storage.close();
            throw e;
        }
    }

    /**
     * Starts a factory. The caller closes it.
     *
     * @throws java.io.UncheckedIOException if the port is not available
     */
    public static SimulatedImageFactory start(ImageFactoryOptions options) {
        return new SimulatedImageFactory(options);
    }

    public URI url() {
        return server.address();
    }

    public FaultPlan faults() {
        return options.faults();
    }

    /** Returns the number of requests to the API. */
    public long requests() {
        return server.requests();
    }

    /** Returns the number of requests to the object storage. */
    public long downloads() {
        return storage.requests();
    }

    /** Returns the number of images that were built. */
    public int builds() {
        return application.builds().count();
    }

    /**
     * Returns the SHA-256 of an image.
     *
     * @param file such as {@code nocloud-amd64.qcow2}
     */
    public String sha256(String schematic, String version, String file) {
        return sha256(ArtifactContent.of(new ArtifactPath(schematic, version, file), options.imageBytes()));
    }

    /**
     * Returns the SHA-256 of an image without its compression.
     *
     * @param file such as {@code azure-amd64.vhd.gz}
     */
    public String diskSha256(String schematic, String version, String file) {
        return sha256(ArtifactContent.disk(new ArtifactPath(schematic, version, file), options.imageBytes()));
    }

    private static String sha256(ArtifactContent content) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[65_536];
            for (long at = 0; at < content.length(); at += buffer.length) {
                int count = (int) Math.min(buffer.length, content.length() - at);
                content.fill(at, buffer, 0, count);
                digest.update(buffer, 0, count);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    @Override
    public void close() {
        server.close();
        storage.close();
    }
}
