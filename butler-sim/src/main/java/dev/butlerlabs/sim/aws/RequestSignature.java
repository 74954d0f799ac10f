package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.http.HttpApiRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The signature (version 4) of a request, from its Authorization header. */
record RequestSignature(
        String keyId, String date, String region, String service, List<String> signedHeaders, String value) {
    private static final String UNSIGNED = "UNSIGNED-PAYLOAD";
    private static final Pattern FORM = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)/(?<date>\\d{8})/(?<region>[^/]+)/"
                    + "(?<service>[^/]+)/aws4_request, ?SignedHeaders=(?<headers>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})");

    static Optional<RequestSignature> of(HttpApiRequest request) {
        Matcher form = FORM.matcher(request.header("Authorization").orElse(""));
        return form.matches()
                ? Optional.of(new RequestSignature(
                        form.group("key"),
                        form.group("date"),
                        form.group("region"),
                        form.group("service"),
                        List.of(form.group("headers").split(";")),
                        form.group("signature")))
                : Optional.empty();
    }

    /** Returns whether the request was signed with this secret. */
    boolean isMadeWith(String secret, HttpApiRequest request) {
        try {
            byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
            for (String part : List.of(date, region, service, "aws4_request")) {
                key = hmac(key, part);
            }
            String made = HexFormat.of().formatHex(hmac(key, toSign(request)));
            return MessageDigest.isEqual(made.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has HmacSHA256", e);
        }
    }

    private String toSign(HttpApiRequest request) throws GeneralSecurityException {
        return String.join(
                "\n",
                "AWS4-HMAC-SHA256",
                request.header("X-Amz-Date").orElse(""),
                "%s/%s/%s/aws4_request".formatted(date, region, service),
                hash(canonical(request).getBytes(StandardCharsets.UTF_8)));
    }

    private String canonical(HttpApiRequest request) throws GeneralSecurityException {
        StringBuilder headers = new StringBuilder();
        signedHeaders.forEach(name -> headers.append(name)
                .append(':')
                .append(request.header(name).orElse("").strip().replaceAll(" +", " "))
                .append('\n'));
        return String.join(
                "\n",
                request.method(),
                request.path().isEmpty() ? "/" : request.path(),
                Optional.ofNullable(request.uri().getRawQuery()).orElse(""),
                headers.toString(),
                String.join(";", signedHeaders),
                payload(request));
    }

    /** Returns the checksum of the body, or the constant of operations whose clients do not sign it. */
    private static String payload(HttpApiRequest request) throws GeneralSecurityException {
        boolean isUnsigned = request.header("X-Amz-Content-SHA256")
                        .filter(UNSIGNED::equals)
                        .isPresent()
                && EbsApi.operation(request).filter("PutSnapshotBlock"::equals).isPresent();
        return isUnsigned ? UNSIGNED : hash(request.body());
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] bytes) throws GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
