package dev.butlerlabs.core.backup.storage;

import dev.butlerlabs.core.backup.archive.ArchiveHeader;
import dev.butlerlabs.core.backup.archive.EncryptedArchive;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps backups in a bucket of S3-compatible storage. A backup is first written, encrypted, to a temporary file that only its owner can
 * read; an object appears in the bucket when it is complete. Needs memory for one part.
 */
public final class S3Storage implements BackupStorage {
    /** The smallest part that S3 accepts is 5 MiB, and the largest number of parts is 10 000. */
    private static final int PART_BYTES = 16 << 20;

    private static final int HEADER_BYTES = 72 * 1024;
    private static final String TEMPORARY = "butler-backup";
    private static final byte[] NOTHING = {};
    private static final Pattern CONTENT =
            Pattern.compile("<Contents>.*?<Key>([^<]*)</Key>.*?<Size>(\\d+)</Size>.*?</Contents>", Pattern.DOTALL);
    private static final Pattern NEXT = Pattern.compile("<NextContinuationToken>([^<]*)</NextContinuationToken>");
    private static final Pattern UPLOAD = Pattern.compile("<UploadId>([^<]*)</UploadId>");

    private static final Pattern INCOMPLETE = Pattern.compile("<Upload>(.*?)</Upload>", Pattern.DOTALL);
    private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");
    private static final Pattern INITIATED = Pattern.compile("<Initiated>([^<]*)</Initiated>");

    private final S3Client client;
    private final String bucket;
    private final String prefix;
    private final int partBytes;

    /**
     * Uses a bucket.
     *
     * @param prefix start of the keys, without a slash at its end; empty for the whole bucket
     */
    public S3Storage(S3Settings settings, String bucket, String prefix, Clock clock) {
        this(settings, bucket, prefix, clock, PART_BYTES);
    }

    S3Storage(S3Settings settings, String bucket, String prefix, Clock clock, int partBytes) {
        this.client = new S3Client(settings, bucket, clock);
        this.bucket = bucket;
        this.prefix = prefix;
        this.partBytes = partBytes;
    }

    @Override
    public Path prepare(String name) {
        try {
            return Files.createTempDirectory(TEMPORARY).resolve(name);
        } catch (IOException e) {
            throw local(e);
        }
    }

    @Override
    public String publish(Path file, String name) {
        try {
            if (Files.size(file) <= partBytes) {
                client.send("storing " + name, "PUT", key(name), Map.of(), Files.readAllBytes(file), Map.of())
                        .text();
            } else {
                upload(file, name);
            }
            discard(file);
            return "s3://%s/%s".formatted(bucket, key(name));
        } catch (IOException e) {
            throw local(e);
        }
    }

    private void upload(Path file, String name) throws IOException {
        String doing = "storing " + name;
        String id = found(
                UPLOAD,
                client.send(doing, "POST", key(name), Map.of("uploads", ""), NOTHING, Map.of())
                        .text());
        try {
            String parts = parts(file, name, id);
            String body = "<CompleteMultipartUpload>%s</CompleteMultipartUpload>".formatted(parts);
            String answer = client.send(
                            doing,
                            "POST",
                            key(name),
                            Map.of("uploadId", id),
                            body.getBytes(StandardCharsets.UTF_8),
                            Map.of())
                    .text();
            if (answer.contains("<Error>")) {
                // S3 may answer with success first, and report a failure in the body.
                throw new ButlerException(ErrorCode.PROVIDER, "The S3 storage could not complete %s.".formatted(name));
            }
        } catch (ButlerException e) {
            discardUpload(name, id);
            throw e;
        }
    }

    private void discardUpload(String name, String id) {
        client.send("discarding " + name, "DELETE", key(name), Map.of("uploadId", id), NOTHING, Map.of())
                .text();
    }

    private String parts(Path file, String name, String id) throws IOException {
        StringBuilder parts = new StringBuilder();
        try (InputStream content = Files.newInputStream(file)) {
            int number = 1;
            for (byte[] part = content.readNBytes(partBytes); part.length > 0; part = content.readNBytes(partBytes)) {
                S3Client.Answer answer = client.send(
                        "storing part %d of %s".formatted(number, name),
                        "PUT",
                        key(name),
                        Map.of("partNumber", String.valueOf(number), "uploadId", id),
                        part,
                        Map.of());
                answer.text();
                parts.append("<Part><PartNumber>%d</PartNumber><ETag>%s</ETag></Part>"
                        .formatted(number++, answer.headers().getOrDefault("etag", "")));
            }
        }
        return parts.toString();
    }

    @Override
    public void discard(Path file) {
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(file.getParent());
        } catch (IOException e) {
            throw local(e);
        }
    }

    @Override
    public List<StoredBackup> list() {
        List<StoredBackup> backups = new ArrayList<>();
        String next = "";
        do {
            Map<String, String> query = new TreeMap<>(Map.of("list-type", "2", "prefix", key("")));
            if (!next.isEmpty()) {
                query.put("continuation-token", next);
            }
            String page = client.send("listing backups", "GET", "", query, NOTHING, Map.of())
                    .text();
            Matcher contents = CONTENT.matcher(page);
            while (contents.find()) {
                add(backups, contents.group(1), Long.parseLong(contents.group(2)));
            }
            next = found(NEXT, page);
        } while (!next.isEmpty());
        return backups;
    }

    private void add(List<StoredBackup> backups, String key, long bytes) {
        String name = key.substring(key("").length());
        if (name.endsWith(BackupName.SUFFIX) && !name.contains("/")) {
            backups.add(new StoredBackup(name, "s3://%s/%s".formatted(bucket, key), bytes, header(key)));
        }
    }

    private Optional<ArchiveHeader> header(String key) {
        Map<String, String> range = Map.of("range", "bytes=0-" + (HEADER_BYTES - 1));
        try (InputStream start = client.send("reading " + key, "GET", key, Map.of(), NOTHING, range)
                .body()) {
            return Optional.of(EncryptedArchive.header(start));
        } catch (IOException _) {
            // Listed without details: one damaged object must not hide the others.
            return Optional.empty();
        }
    }

    @Override
    public LocalCopy open(String name) {
        Path file = prepare(name);
        try (InputStream content = client.send("reading " + name, "GET", key(name), Map.of(), NOTHING, Map.of())
                .body()) {
            Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            discard(file);
            throw local(e);
        } catch (ButlerException e) {
            discard(file);
            throw e;
        }
        return new LocalCopy() {
            @Override
            public Path file() {
                return file;
            }

            @Override
            public void close() {
                discard(file);
            }
        };
    }

    @Override
    public void delete(String name) {
        client.send("deleting " + name, "DELETE", key(name), Map.of(), NOTHING, Map.of())
                .text();
    }

    /** Aborts uploads, whose parts are otherwise stored and charged for forever, and deletes temporary files. */
    @Override
    public void cleanUp(String cluster, String name, Instant before) {
        Map<String, String> query = Map.of("uploads", "", "prefix", key(cluster + "-"));
        String page = client.send("listing incomplete uploads", "GET", "", query, NOTHING, Map.of())
                .text();
        Matcher uploads = INCOMPLETE.matcher(page);
        while (uploads.find()) {
            String fields = uploads.group(1);
            String backup = found(KEY, fields).substring(key("").length());
            if (BackupName.isOf(cluster, backup)
                    && (backup.equals(name)
                            || Instant.parse(found(INITIATED, fields)).isBefore(before))) {
                discardUpload(backup, found(UPLOAD, fields));
            }
        }
        deleteTemporaryDirectories(before);
    }

    private static void deleteTemporaryDirectories(Instant before) {
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parent, TEMPORARY + "*")) {
            for (Path directory : found) {
                if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                        && Files.getLastModifiedTime(directory).toInstant().isBefore(before)) {
                    deleteTemporary(directory);
                }
            }
        } catch (IOException e) {
            throw local(e);
        }
    }

    /** Deletes only what this class creates. */
    private static void deleteTemporary(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.deleteIfExists(file);
                }
            }
        }
        Files.deleteIfExists(directory);
    }

    private String key(String name) {
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static ButlerException local(IOException e) {
        return new ButlerException(
                ErrorCode.ENVIRONMENT, "Cannot use a temporary file: %s.".formatted(e.getMessage()), e);
    }
}
