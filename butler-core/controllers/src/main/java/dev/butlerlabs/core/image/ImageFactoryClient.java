package dev.butlerlabs.core.image;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.RestClient;
import dev.butlerlabs.core.provider.rest.RestClientOptions;
import dev.butlerlabs.core.provider.rest.RestRequest;
import dev.butlerlabs.core.provider.rest.RestResponse;
import dev.butlerlabs.core.provider.rest.RestServer;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import dev.butlerlabs.core.provider.rest.TlsContexts;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * Client for a Talos Image Factory. Thread-safe. All methods throw {@link ButlerException}; credentials are sent to the factory only,
 * and never appear in messages.
 */
public final class ImageFactoryClient implements ArtifactSource {
    private static final int PAYMENT_REQUIRED = 402;
    private static final int NOT_FOUND = 404;
    private static final Pattern SCHEMATIC = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern VERSION = Pattern.compile("v\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?");
    private static final Pattern WORD = Pattern.compile("[0-9A-Za-z._-]+");
    private static final Pattern SHA256 = Pattern.compile("^([0-9a-fA-F]{64})\\b");

    private final ImageFactorySettings settings;
    private final RestClient rest;
    private final ArtifactDownloader downloads;

    /** @param timeout maximum time of one request; the first request for an image takes minutes, and then times out */
    public ImageFactoryClient(ImageFactorySettings settings, Duration timeout) {
        this.settings = settings;
        SSLContext tls = tls(settings);
        SecretRedactor redactor =
                SecretRedactor.of(settings.authorization().map(List::of).orElse(List.of()));
        Map<String, String> login = settings.authorization()
                .map(value -> Map.of("Authorization", value.value()))
                .orElse(Map.of());
        this.rest = new RestClient(
                new RestServer(
                        "The image factory",
                        settings.url(),
                        Optional.empty(),
                        "Specify its CA: ca.pem in the Secret of spec.imageFactory.credentialsRef, talos.factory.caFile or --factory-ca."),
                RestAuthentication.always(login, redactor),
                tls,
                RestClientOptions.withTimeout(timeout));
        this.downloads = new ArtifactDownloader(settings, tls, redactor);
    }

    private static SSLContext tls(ImageFactorySettings settings) {
        try {
            return settings.authorities().isPresent()
                    ? TlsContexts.trusting(settings.authorities().get().value())
                    : TlsContexts.common();
        } catch (CertificateException _) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The CA file of the image factory contains no valid certificate.",
                    "Set ca.pem in the Secret of spec.imageFactory.credentialsRef, talos.factory.caFile or --factory-ca to certificates in PEM.");
        }
    }

    @Override
    public boolean requiresLogin() {
        return settings.requiresLogin();
    }

    /**
     * Uploads a schematic. Idempotent: the same schematic always has the same ID.
     *
     * @param yaml the schematic
     * @return the ID that the factory assigned
     */
    public String createSchematic(String yaml) {
        RestRequest request = RestRequest.post("/schematics")
                .withBody("application/yaml", yaml.getBytes(StandardCharsets.UTF_8))
                .asRepeatable();
        return JsonDocument.text(json(request, "schematic"), "/id")
                .filter(id -> SCHEMATIC.matcher(id).matches())
                .orElseThrow(() -> notAFactory("schematic"));
    }

    /**
     * Returns an existing schematic as YAML.
     *
     * @throws ButlerException with NOT_FOUND if the factory does not have it
     */
    public String schematic(String id) {
        if (!SCHEMATIC.matcher(id).matches()) {
            throw invalid(List.of(new InputProblem("schematic", "must have 64 hexadecimal digits")));
        }
        return send(RestRequest.get("/schematics/" + id), "schematic " + id).text();
    }

    /** Returns the Talos versions that the factory can build, in its order. */
    public List<String> versions() {
        return JsonDocument.items(json(RestRequest.get("/versions"), "list of versions"))
                .map(JsonNode::asText)
                .toList();
    }

    /** Returns the official system extensions for a Talos version. */
    public List<SystemExtension> extensions(String version) {
        if (!VERSION.matcher(version).matches()) {
            throw invalid(List.of(new InputProblem("version", "must be a version such as v1.12.1")));
        }
        String path = "/version/" + version + "/extensions/official";
        return JsonDocument.items(json(RestRequest.get(path), "extensions of Talos " + version))
                .map(ImageFactoryClient::extension)
                .toList();
    }

    private static SystemExtension extension(JsonNode tree) {
        String reference = tree.path("ref").asText("");
        int colon = reference.lastIndexOf(':');
        return new SystemExtension(
                tree.path("name").asText(""),
                colon > reference.lastIndexOf('/') ? reference.substring(colon + 1) : "",
                tree.path("author").asText(""),
                tree.path("description").asText("").strip());
    }

    @Override
    public long prepare(ImageId image) {
        check(image);
        RestResponse response =
                send(new RestRequest("HEAD", path(image), Map.of(), BodyPublishers.noBody(), false), image.toString());
        return response.header("Content-Length")
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(Long::parseLong)
                .filter(length -> length > 0)
                .orElseThrow(() -> notAFactory("length of the image"));
    }

    @Override
    public Optional<String> publishedSha256(ImageId image) {
        check(image);
        RestResponse response = rest.send(identified(RestRequest.get(path(image) + ".sha256")));
        if (response.status() == PAYMENT_REQUIRED || response.status() == NOT_FOUND) {
            return Optional.empty();
        }
        Matcher digest = SHA256.matcher(
                accepted(response, "checksum of the image").text().strip());
        return digest.find() ? Optional.of(digest.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    @Override
    public URI url(ImageId image) {
        check(image);
        return URI.create(settings.url() + path(image));
    }

    @Override
    public ResumableDownload download(ImageId image, long length) {
        URI url = url(image);
        return new ResumableDownload((from, tag) -> downloads.open(url, from, tag), length);
    }

    /**
     * Resumes a download of another process.
     *
     * @param received the bytes that exist already; the stream returns those after them
     */
    public ResumableDownload resume(ImageId image, long length, ResumableDownload.Begun received) {
        URI url = url(image);
        return new ResumableDownload((from, tag) -> downloads.open(url, from, tag), length, received);
    }

    private static String path(ImageId image) {
        return "/image/" + image.schematic() + "/" + image.version() + "/" + image.fileName();
    }

    /** Checks the path, since the factory responds to a malformed version with an internal error. */
    private static void check(ImageId image) {
        List<InputProblem> problems = new ArrayList<>();
        if (!SCHEMATIC.matcher(image.schematic()).matches()) {
            problems.add(new InputProblem("spec.factoryRef.schematicID", "must have 64 hexadecimal digits"));
        }
        if (!VERSION.matcher(image.version()).matches()) {
            problems.add(new InputProblem("spec.factoryRef.version", "must be a version such as v1.12.1"));
        }
        if (!WORD.matcher(image.platform()).matches()) {
            problems.add(new InputProblem("spec.factoryRef.platform", "must be a platform such as nocloud"));
        }
        if (!WORD.matcher(image.format()).matches()) {
            problems.add(new InputProblem("spec.format", "must be a format such as qcow2 or raw.xz"));
        }
        if (!problems.isEmpty()) {
            throw invalid(problems);
        }
    }

    private static ButlerException invalid(List<InputProblem> problems) {
        return ButlerException.invalid("Invalid image.", problems);
    }

    private JsonNode json(RestRequest request, String what) {
        return send(request, what).json().orElseThrow(() -> notAFactory(what));
    }

    private RestResponse send(RestRequest request, String what) {
        return accepted(rest.send(identified(request)), what);
    }

    /** The factory logs this ID. */
    private static RestRequest identified(RestRequest request) {
        return request.withHeader("X-Request-ID", UUID.randomUUID().toString());
    }

    private RestResponse accepted(RestResponse response, String what) {
        if (!response.isSuccess()) {
            throw ImageFactoryErrorMapper.of(settings, what, response.status(), response.text(), rest.redactor());
        }
        return response;
    }

    private ButlerException notAFactory(String what) {
        return new ButlerException(
                ErrorCode.PROVIDER,
                "The server %s did not return the %s: it is not an Image Factory."
                        .formatted(settings.url().getAuthority(), what),
                "Check the URL of the image factory: spec.imageFactory.url of the ButlerConfig, talos.factory.url or --factory.");
    }

    @Override
    public void close() {
        rest.close();
        downloads.close();
    }
}
