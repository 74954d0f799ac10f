package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/** A resumable upload. What it has received is stored in units of 256 KiB; the rest of an interrupted request is lost. */
final class GcpUploadSession {
    private static final int UNIT = 256 * 1024;
    private static final Pattern RANGE = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");
    private static final Pattern STATE = Pattern.compile("bytes \\*/(\\d{1,18})");

    private final String bucket;
    private final String object;
    private final ObjectNode body;
    private final Optional<String> generation;
    private final Optional<String> announced;
    private final FaultPlan faults;
    private final MessageDigest sha256 = digest("SHA-256");
    private final MessageDigest md5 = digest("MD5");
    private final CRC32C crc = new CRC32C();
    private final DiskArchiveInspector inspector = new DiskArchiveInspector();
    private long stored;
    private Optional<ObjectNode> completed = Optional.empty();

    /** @param announced length of the content in the first request, if it contained one */
    GcpUploadSession(
            String bucket,
            String object,
            ObjectNode body,
            Optional<String> generation,
            Optional<String> announced,
            FaultPlan faults) {
        this.bucket = bucket;
        this.object = object;
        this.body = body;
        this.generation = generation;
        this.announced = announced;
        this.faults = faults;
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has " + algorithm, e);
        }
    }

    String bucket() {
        return bucket;
    }

    String object() {
        return object;
    }

    Optional<String> generation() {
        return generation;
    }

    /** Completes a session; returns the object. */
    interface Completion {
        ObjectNode complete();
    }

    /**
     * Receives a part of the content, or reports the state.
     *
     * @return the object if the content is complete
     * @throws IOException if the connection breaks, or to close it without a response
     */
    synchronized Optional<ObjectNode> receive(HttpApiRequest head, InputStream content, Completion completion)
            throws IOException {
        if (completed.isPresent()) {
            return completed;
        }
        String range = head.header("Content-Range").orElse("");
        Matcher part = RANGE.matcher(range);
        if (part.matches()) {
            long total = Long.parseLong(part.group(3));
            requireTotal(total);
            store(head, content, Long.parseLong(part.group(1)), Long.parseLong(part.group(2)) + 1, total);
            if (stored == total) {
                completed = Optional.of(completion.complete());
            }
        } else {
            Matcher state = STATE.matcher(range);
            if (!state.matches()) {
                throw GcpApiError.invalid("Failed to parse Content-Range header.");
            }
            requireTotal(Long.parseLong(state.group(1)));
        }
        return completed;
    }

    private void requireTotal(long total) {
        if (announced.filter(length -> !length.equals(Long.toString(total))).isPresent()) {
            throw GcpApiError.invalid("The total size differs from X-Upload-Content-Length.");
        }
    }

    private void store(HttpApiRequest head, InputStream content, long from, long end, long total) throws IOException {
        boolean last = end == total;
        if (end <= from || end > total || (!last && (end - from) % UNIT != 0)) {
            throw GcpApiError.invalid("Invalid request. The size of a part must be a multiple of 262144 bytes.");
        }
        if (!head.header("Content-Length").equals(Optional.of(Long.toString(end - from)))) {
            throw GcpApiError.invalid("Content-Length does not match Content-Range.");
        }
        if (from > stored) {
            throw GcpApiError.invalid("Invalid request. There were %d stored bytes.".formatted(stored));
        }
        content.skipNBytes(stored - from);
        long until = isTruncated() ? stored + (end - stored) / 2 : end;
        byte[] unit = new byte[UNIT];
        while (stored < until) {
            int read = content.readNBytes(unit, 0, (int) Math.min(UNIT, end - stored));
            if (read < Math.min(UNIT, end - stored) || stored + read > until) {
                throw new IOException("the connection was closed");
            }
            sha256.update(unit, 0, read);
            md5.update(unit, 0, read);
            crc.update(unit, 0, read);
            inspector.update(unit, read);
            stored += read;
        }
        if (until < end) {
            throw new IOException("the connection was closed");
        }
    }

    private boolean isTruncated() {
        return faults.next(FaultKind.Stage.TRANSFER, SimulatedOperation.UPDATE, object)
                .filter(FaultKind.TRUNCATED_BODY::equals)
                .isPresent();
    }

    /** Returns the range of the stored bytes; empty if there are none. */
    synchronized Optional<String> storedRange() {
        return stored == 0 ? Optional.empty() : Optional.of("bytes=0-" + (stored - 1));
    }

    /** Returns the fields of the object that depend on the content. */
    ObjectNode description() {
        ObjectNode json = body.deepCopy();
        json.put("contentType", body.path("contentType").asText("application/gzip"))
                .put("size", Long.toString(stored))
                .put("md5Hash", Base64.getEncoder().encodeToString(md5.digest()))
                .put(
                        "crc32c",
                        Base64.getEncoder()
                                .encodeToString(ByteBuffer.allocate(Integer.BYTES)
                                        .putInt((int) crc.getValue())
                                        .array()));
        return json;
    }

    String sha256() {
        return HexFormat.of().formatHex(sha256.digest());
    }

    /** Returns why the content cannot be imported as a disk. */
    Optional<String> invalid() {
        return inspector.problem();
    }
}
