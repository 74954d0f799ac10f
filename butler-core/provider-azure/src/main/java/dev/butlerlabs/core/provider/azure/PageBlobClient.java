package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.RestServer;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Writes pages of a disk through the URL that Azure granted. Repeated writes of a page have the same effect, so that every write is retried
 * and an interrupted upload continues with the page that was not confirmed.
 */
final class PageBlobClient implements AutoCloseable {
    private static final String VERSION = "2024-11-04";
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int ATTEMPTS = 8;
    private static final int SERVER_ERRORS = 500;
    private static final int FORBIDDEN = 403;

    private final RestClient rest;
    private final SensitiveText url;

    /** @param url URL of the blob with its signature */
    PageBlobClient(URI target, SensitiveText url, SSLContext tls) {
        this.url = url;
        URI origin = URI.create("%s://%s".formatted(target.getScheme(), target.getRawAuthority()));
        this.rest = new RestClient(
                new RestServer(
                        "Azure Storage",
                        origin,
                        Optional.empty(),
                        "Specify its CA: caFile in a bootstrap file, or the key ca.pem in the credentials."),
                RestAuthentication.none(SecretRedactor.of(List.of(url))),
                tls,
                new RestClientOptions(
                        TIMEOUT,
                        1,
                        ATTEMPTS,
                        new Backoff(Duration.ofMillis(250), 2, Duration.ofSeconds(15), 0.3),
                        Duration.ofMinutes(1),
                        Sleeper.SYSTEM));
    }

    /**
     * Writes pages.
     *
     * @param position position in the disk, a multiple of 512
     * @throws ButlerException if Azure rejects them, or repeatedly does not respond
     */
    void write(long position, byte[] buffer, int offset, int count) {
        RestRequest request = new RestRequest(
                "PUT",
                url.value() + "&comp=page",
                Map.of(
                        "x-ms-version",
                        VERSION,
                        "x-ms-page-write",
                        "update",
                        "x-ms-range",
                        "bytes=%d-%d".formatted(position, position + count - 1),
                        "Content-MD5",
                        md5(buffer, offset, count)),
                BodyPublishers.ofByteArray(buffer, offset, count),
                true);
        RestResponse response = rest.send(request);
        if (!response.isSuccess()) {
            throw rejected(response);
        }
    }

    private static String md5(byte[] buffer, int offset, int count) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            digest.update(buffer, offset, count);
            return Base64.getEncoder().encodeToString(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has MD5", e);
        }
    }

    private ButlerException rejected(RestResponse response) {
        String code = response.header("x-ms-error-code")
                .filter(text -> text.matches("[A-Za-z]{1,64}"))
                .orElse("HTTP status " + response.status());
        if (response.status() == FORBIDDEN) {
            return new ButlerException(
                    ErrorCode.CONFLICT,
                    "Azure no longer permits the upload of the image (%s). Butler starts it again.".formatted(code));
        }
        return new ButlerException(
                response.status() >= SERVER_ERRORS ? ErrorCode.PROVIDER_TROUBLED : ErrorCode.PROVIDER,
                "%s rejected a part of the image: %s".formatted(rest.server().title(), code));
    }

    @Override
    public void close() {
        rest.close();
    }
}
