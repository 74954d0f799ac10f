package dev.butlerlabs.core.reconcile.shard;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Assigns namespaces to shards. The result is the same in all processes and versions. */
final class NamespaceHash {
    private NamespaceHash() {}

    /** Returns the first four bytes of the SHA-256 digest of the name, as an unsigned number, modulo the number of shards. */
    static int shard(String namespace, int shards) {
        byte[] digest = sha256().digest(namespace.getBytes(StandardCharsets.UTF_8));
        return Integer.remainderUnsigned(ByteBuffer.wrap(digest).getInt(), shards);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
