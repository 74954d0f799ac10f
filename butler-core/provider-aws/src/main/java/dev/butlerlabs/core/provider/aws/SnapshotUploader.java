package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.ImageContentReader;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Uploads a compressed raw disk as a snapshot, block by block. Blocks of zeros are skipped: EBS returns zeros for blocks that were not
 * written. Only one block is in memory. Blocks are repeated after transient failures, so that an interruption costs one block.
 */
final class SnapshotUploader {
    private static final int MOST_ATTEMPTS = 8;
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(10), 0.5);
    private static final byte[] ZEROS = new byte[EbsDirectClient.BLOCK];

    private final EbsDirectClient ebs;
    private final Sleeper sleeper;

    SnapshotUploader(EbsDirectClient ebs, Sleeper sleeper) {
        this.ebs = ebs;
        this.sleeper = sleeper;
    }

    /**
     * Uploads a disk.
     *
     * @param tags tags that the snapshot has from its start on
     * @return ID of the snapshot, which EBS processes for some time
     */
    String upload(ImageSource.Upload upload, Map<String, String> tags, String description) {
        try (ImageContentReader content = ImageContentReader.openGzip(upload)) {
            byte[] block = new byte[EbsDirectClient.BLOCK];
            int read = content.read(block, 0, block.length);
            int sizeGiB = RawDiskSize.gib(block, read);
            String token = UUID.randomUUID().toString();
            String snapshot = repeated(() -> ebs.start(sizeGiB, tags, description, token));
            MessageDigest checksums = sha256();
            int written = 0;
            for (int index = 0; read > 0; index++) {
                requireInside(index, sizeGiB);
                Arrays.fill(block, read, block.length, (byte) 0);
                if (!Arrays.equals(block, ZEROS)) {
                    checksums.update(write(snapshot, index, block));
                    written++;
                }
                read = content.read(block, 0, block.length);
            }
            content.drain();
            int blocks = written;
            String checksum = Base64.getEncoder().encodeToString(checksums.digest());
            repeated(() -> {
                ebs.complete(snapshot, blocks, checksum);
                return snapshot;
            });
            return snapshot;
        }
    }

    private static void requireInside(int index, int sizeGiB) {
        if ((long) index * EbsDirectClient.BLOCK >= (long) sizeGiB << 30) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The image is larger than the %d GiB of its partition table.".formatted(sizeGiB));
        }
    }

    private byte[] write(String snapshot, int index, byte[] block) {
        byte[] checksum = sha256().digest(block);
        repeated(() -> {
            ebs.put(snapshot, index, block, Base64.getEncoder().encodeToString(checksum));
            return snapshot;
        });
        return checksum;
    }

    private interface Call {
        String send();
    }

    /** Repeats an idempotent call after transient failures. */
    private String repeated(Call call) {
        for (int attempt = 1; ; attempt++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new ButlerException(ErrorCode.CANCELLED, "The upload was cancelled.");
            }
            try {
                return call.send();
            } catch (ButlerException e) {
                if (attempt >= MOST_ATTEMPTS || !FailureClassifier.isTransient(e) || e.code() == ErrorCode.CANCELLED) {
                    throw e;
                }
            }
            sleeper.pause(
                    BACKOFF.delay(attempt, ThreadLocalRandom.current()), "Interrupted while uploading a snapshot.");
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
