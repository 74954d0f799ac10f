package dev.butlerlabs.core.backup.storage;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs requests to S3 (AWS Signature Version 4). Pure functions. */
final class AwsSignature {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int DAY = 8;

    private AwsSignature() {}

    /**
     * Returns the headers to add to a request.
     *
     * @param uri with an encoded path and an encoded query, whose parameters are sorted
     * @param headers further headers that are signed, in lower case
     */
    static SortedMap<String, String> sign(
            S3Settings settings, String method, URI uri, byte[] body, Map<String, String> headers, Instant now) {
        String time = TIME.format(now);
        String payload = HexFormat.of().formatHex(sha256(body));
        SortedMap<String, String> signed = new TreeMap<>(headers);
        signed.put("x-amz-date", time);
        signed.put("x-amz-content-sha256", payload);
        settings.sessionToken().ifPresent(token -> signed.put("x-amz-security-token", token));
        SortedMap<String, String> all = new TreeMap<>(signed);
        all.put("host", uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort());
        String names = String.join(";", all.keySet());
        String request = String.join(
                "\n",
                method,
                uri.getRawPath(),
                uri.getRawQuery() == null ? "" : uri.getRawQuery(),
                all.entrySet().stream()
                        .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                        .collect(Collectors.joining()),
                names,
                payload);
        String scope = String.join("/", time.substring(0, DAY), settings.region(), "s3", "aws4_request");
        String text = String.join(
                "\n",
                "AWS4-HMAC-SHA256",
                time,
                scope,
                HexFormat.of().formatHex(sha256(request.getBytes(StandardCharsets.UTF_8))));
        String signature = HexFormat.of().formatHex(hmac(key(settings, time.substring(0, DAY)), text));
        signed.put(
                "authorization",
                "AWS4-HMAC-SHA256 Credential=%s/%s, SignedHeaders=%s, Signature=%s"
                        .formatted(settings.accessKey(), scope, names, signature));
        return signed;
    }

    private static byte[] key(S3Settings settings, String day) {
        byte[] secret = ("AWS4" + settings.secretKey()).getBytes(StandardCharsets.UTF_8);
        return hmac(hmac(hmac(hmac(secret, day), settings.region()), "s3"), "aws4_request");
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has HMAC-SHA-256", e);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
