package dev.butlerlabs.core.image;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.Credentials;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The address of an Image Factory and the login there. {@link #toString} contains no credentials. Immutable.
 *
 * @param url base URL without a slash at the end
 * @param authorization value of the header Authorization; empty for a public Image Factory
 * @param authorities CA certificates in PEM; empty for those of Java
 */
public record ImageFactorySettings(
        URI url, Optional<SensitiveText> authorization, Optional<SensitiveText> authorities) {
    /** The Image Factory that is used if none is configured. */
    public static final ImageFactorySettings PUBLIC =
            new ImageFactorySettings(URI.create("https://factory.talos.dev"), Optional.empty(), Optional.empty());

    public ImageFactorySettings {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(authorization, "authorization");
        Objects.requireNonNull(authorities, "authorities");
    }

    /**
     * Returns the settings of a configured Image Factory.
     *
     * @param credentials a {@code token}, or {@code username} and {@code password}; optionally {@code ca.pem}
     * @throws ButlerException with every problem of the URL
     */
    public static ImageFactorySettings of(String url, Credentials credentials) {
        return of("spec.imageFactory.url of the ButlerConfig", url, credentials);
    }

    /**
     * Returns the settings of an Image Factory that an option or a file specifies.
     *
     * @param field the option or field with the URL, for messages
     * @param credentials a {@code token}, or {@code username} and {@code password}; optionally {@code ca.pem}
     * @throws ButlerException with every problem of the URL
     */
    public static ImageFactorySettings of(String field, String url, Credentials credentials) {
        return new ImageFactorySettings(parse(field, url), authorization(credentials), credentials.find("ca.pem"));
    }

    private static URI parse(String field, String text) {
        try {
            URI url = new URI(text.strip().replaceFirst("/+$", ""));
            Optional<String> problem = problem(url);
            if (problem.isEmpty()) {
                return url;
            }
            throw invalid(field, problem.get());
        } catch (URISyntaxException _) {
            throw invalid(field, "is not a valid URL");
        }
    }

    private static Optional<String> problem(URI url) {
        if (url.getHost() == null || !("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
            return Optional.of("must be a URL that starts with https:// or http://");
        }
        return url.getUserInfo() != null || url.getQuery() != null || url.getFragment() != null
                ? Optional.of("must not contain credentials, a query or a fragment")
                : Optional.empty();
    }

    private static ButlerException invalid(String field, String problem) {
        return new ButlerException(
                ErrorCode.INVALID_INPUT,
                "Invalid image factory.",
                "Set the URL to that of an Image Factory, such as %s.".formatted(PUBLIC.url()),
                List.of(new InputProblem(field, problem)),
                null);
    }

    private static Optional<SensitiveText> authorization(Credentials credentials) {
        return credentials
                .find("token")
                .map(token -> "Bearer " + token.value().strip())
                .or(() -> credentials
                        .find("username")
                        .flatMap(user -> credentials.find("password").map(password -> basic(user, password))))
                .map(SensitiveText::new);
    }

    private static String basic(SensitiveText user, SensitiveText password) {
        String pair = user.value() + ":" + password.value();
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns whether downloads require a login, which is not passed to infrastructures. */
    public boolean requiresLogin() {
        return authorization.isPresent();
    }

    @Override
    public String toString() {
        return url.toString();
    }
}
