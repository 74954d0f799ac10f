package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.schema.LazyValue;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusDetails;
import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Calls the conversion webhook of a CRD. Only webhooks with an https URL on loopback are called: nothing else could run beside this server.
 * Connects at the first conversion. Thread-safe.
 */
final class ConversionWebhookClient {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final URI url;
    private final String authority;
    private final LazyValue<HttpClient> http = new LazyValue<>(this::connect);

    private ConversionWebhookClient(URI url, String authority) {
        this.url = url;
        this.authority = authority;
    }

    /** Returns a client for the webhook in {@code spec.conversion} of a CRD; empty if it has none, or one at a Service. */
    static Optional<ConversionWebhookClient> of(JsonNode conversion) {
        JsonNode client = conversion.path("webhook").path("clientConfig");
        if (!conversion.path("strategy").asText("").equals("Webhook")
                || !client.path("url").isTextual()) {
            return Optional.empty();
        }
        return Optional.of(new ConversionWebhookClient(
                URI.create(client.path("url").asText()), client.path("caBundle").asText("")));
    }

    /**
     * Returns a copy of an object in another version. Labels, annotations and everything outside of metadata are those of the response.
     *
     * @throws ApiException if the webhook fails
     */
    ObjectNode convert(ObjectNode object, String apiVersion) {
        try {
            ObjectNode converted = answer(post(review(object, apiVersion)), apiVersion);
            converted.set("metadata", metadata(object.path("metadata"), converted.path("metadata")));
            return converted;
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            throw failure(object, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private static ApiException failure(ObjectNode object, String why) {
        String message = "conversion webhook for %s, Kind=%s failed: %s"
                .formatted(
                        object.path("apiVersion").asText(), object.path("kind").asText(), why);
        return new ApiException(500, "", message, ApiStatusDetails.ABSENT);
    }

    private static ObjectNode review(ObjectNode object, String apiVersion) {
        ObjectNode review = JsonCodec.object();
        review.put("kind", "ConversionReview").put("apiVersion", "apiextensions.k8s.io/v1");
        ObjectNode request = review.putObject("request");
        request.put("uid", UUID.randomUUID().toString()).put("desiredAPIVersion", apiVersion);
        request.putArray("objects").add(object);
        return review;
    }

    private JsonNode post(ObjectNode review) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "?timeout=" + TIMEOUT.toSeconds() + "s"))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofByteArray(JsonCodec.write(review)))
                .build();
        try {
            HttpResponse<byte[]> response = http.get().send(request, BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IOException("the server responded with status " + response.statusCode());
            }
            return JsonCodec.read(response.body()).path("response");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (IOException e) {
            throw new IOException("Post \"%s\": %s".formatted(request.uri(), e), e);
        }
    }

    private static ObjectNode answer(JsonNode response, String apiVersion) throws IOException {
        JsonNode result = response.path("result");
        if (!result.path("status").asText("").equals("Success")) {
            throw new IOException(result.path("message").asText("no result"));
        }
        JsonNode objects = response.path("convertedObjects");
        if (objects.size() != 1 || !(objects.get(0) instanceof ObjectNode converted)) {
            throw new IOException("webhook returned %d objects, expected %d".formatted(objects.size(), 1));
        }
        String version = converted.path("apiVersion").asText("");
        if (!version.equals(apiVersion)) {
            throw new IOException(
                    "expected converted object to have groupVersion %s, got %s".formatted(apiVersion, version));
        }
        return converted;
    }

    /** A webhook can change labels and annotations only; as in kube-apiserver, other metadata is restored. */
    private static ObjectNode metadata(JsonNode original, JsonNode converted) {
        ObjectNode metadata = original.deepCopy();
        for (String field : new String[] {"labels", "annotations"}) {
            if (converted.has(field)) {
                metadata.set(field, converted.get(field));
            } else {
                metadata.remove(field);
            }
        }
        return metadata;
    }

    private HttpClient connect() {
        refuseElsewhere();
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT_TIMEOUT)
                .sslContext(trust())
                .build();
    }

    private void refuseElsewhere() {
        try {
            if (!"https".equals(url.getScheme())
                    || !InetAddress.getByName(url.getHost()).isLoopbackAddress()) {
                throw new IllegalArgumentException(url + " is not an https URL on loopback");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SSLContext trust() {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            String pem = new String(Base64.getMimeDecoder().decode(authority), StandardCharsets.US_ASCII);
            for (PemBlock block : PemBlock.parseAll(pem)) {
                trusted.setCertificateEntry(
                        Integer.toString(trusted.size()),
                        CertificateFactory.getInstance("X.509")
                                .generateCertificate(new ByteArrayInputStream(block.content())));
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException | PemFormatException e) {
            throw new IllegalArgumentException("caBundle is not valid: " + e.getMessage(), e);
        }
    }
}
