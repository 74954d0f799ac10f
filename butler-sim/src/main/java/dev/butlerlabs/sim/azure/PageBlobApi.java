package dev.butlerlabs.sim.azure;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page blobs of disks that clients upload, at the URLs that Azure Resource Manager grants. */
final class PageBlobApi {
    private static final int PAGE = 512;
    private static final int LARGEST_WRITE = 4 << 20;
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-(\\d{1,18})");
    private static final Pattern PATH = Pattern.compile("/(?<blob>md-[0-9a-f]{32})/[a-z]+");

    private final AzureImages images;
    private final FaultPlan faults;

    PageBlobApi(AzureImages images, FaultPlan faults) {
        this.images = images;
        this.faults = faults;
    }

    static boolean isBlob(HttpApiRequest request) {
        return PATH.matcher(request.path()).matches();
    }

    /** A rejection, with its code in a header and in the body. */
    private static final class BlobException extends Exception {
        private static final long serialVersionUID = 1L;

        private final int status;
        private final String code;

        private BlobException(int status, String code) {
            super(code);
            this.status = status;
            this.code = code;
        }
    }

    /** Writes pages. */
    HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        try {
            Map<String, String> query = EntraEndpoint.form(
                    Optional.ofNullable(head.uri().getRawQuery()).orElse(""));
            AzureUploadDisk disk = permitted(head, query);
            require(head.header("x-ms-version").isPresent(), 400, "MissingRequiredHeader");
            require(head.method().equals("PUT") && "page".equals(query.get("comp")), 405, "UnsupportedHttpVerb");
            require(head.header("x-ms-page-write").equals(Optional.of("update")), 400, "InvalidHeaderValue");
            long from = write(head, body, disk);
            return new HttpApiResponse(
                    201,
                    Map.of(
                            "x-ms-request-id",
                            UUID.randomUUID().toString(),
                            "x-ms-blob-sequence-number",
                            "0",
                            "ETag",
                            "\"0x" + Long.toHexString(from) + "\""),
                    new byte[0]);
        } catch (BlobException e) {
            body.transferTo(OutputStream.nullOutputStream());
            return error(e.status, e.code);
        }
    }

    private AzureUploadDisk permitted(HttpApiRequest head, Map<String, String> query) throws BlobException {
        Matcher path = PATH.matcher(head.path());
        require(path.matches(), 404, "ResourceNotFound");
        Optional<AzureUploadDisk> disk =
                images.upload(path.group("blob")).filter(found -> found.permits(query.getOrDefault("sig", "")));
        require(disk.isPresent(), 403, "AuthenticationFailed");
        return disk.get();
    }

    private long write(HttpApiRequest head, InputStream body, AzureUploadDisk disk) throws IOException, BlobException {
        Matcher range = RANGE.matcher(
                head.header("x-ms-range").or(() -> head.header("Range")).orElse(""));
        require(range.matches(), 400, "InvalidHeaderValue");
        long from = Long.parseLong(range.group(1));
        long end = Long.parseLong(range.group(2)) + 1;
        require(from % PAGE == 0 && end % PAGE == 0 && end > from, 400, "InvalidPageRange");
        require(end <= disk.bytes, 416, "InvalidPageRange");
        require(end - from <= LARGEST_WRITE, 413, "RequestBodyTooLarge");
        require(
                head.header("Content-Length").equals(Optional.of(Long.toString(end - from))),
                400,
                "InvalidHeaderValue");
        boolean truncated = faults.next(FaultKind.Stage.TRANSFER, SimulatedOperation.UPDATE, images.diskName(disk))
                .filter(FaultKind.TRUNCATED_BODY::equals)
                .isPresent();
        byte[] content = body.readNBytes((int) (truncated ? (end - from) / 2 : end - from));
        if (content.length < end - from) {
            throw new IOException("the connection was closed");
        }
        Optional<String> expected = head.header("Content-MD5");
        require(expected.isEmpty() || expected.get().equals(md5(content)), 400, "Md5Mismatch");
        disk.write(from, content);
        return from;
    }

    private static void require(boolean met, int status, String code) throws BlobException {
        if (!met) {
            throw new BlobException(status, code);
        }
    }

    private static String md5(byte[] content) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("MD5").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has MD5", e);
        }
    }

    static HttpApiResponse refusal(FaultKind fault) {
        return switch (fault) {
            case UNAUTHORIZED -> error(403, "AuthenticationFailed");
            case THROTTLE -> error(503, "ServerBusy");
            default -> error(503, "InternalError");
        };
    }

    private static HttpApiResponse error(int status, String code) {
        return new HttpApiResponse(
                status,
                Map.of("x-ms-error-code", code, "Content-Type", "application/xml"),
                "<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
                        .formatted(code, code)
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the name of the disk that a request writes to, for the fault plan. */
    String about(HttpApiRequest request) {
        Matcher path = PATH.matcher(request.path());
        return path.matches()
                ? images.upload(path.group("blob")).map(images::diskName).orElse("")
                : "";
    }
}
