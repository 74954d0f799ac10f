package dev.butlerlabs.core.testing;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/** Plays the user in a browser: follows redirects and sends the forms of oidc-provider's development pages. */
public final class LoginPageBrowser implements AutoCloseable {
    private static final Pattern FORM = Pattern.compile("(?s)<form[^>]*action=\"([^\"]*)\"[^>]*>(.*?)</form>");
    private static final Pattern INPUT = Pattern.compile("<(?:input|button)\\b[^>]*>");
    private static final Pattern NAME = Pattern.compile("name=\"([^\"]*)\"");
    private static final Pattern VALUE = Pattern.compile("value=\"([^\"]*)\"");
    private static final int MOST_PAGES = 12;

    private final HttpClient http;
    private final String user;

    private LoginPageBrowser(HttpClient http, String user) {
        this.http = http;
        this.user = user;
    }

    /** Returns a browser in which a user logs in with this name. */
    public static LoginPageBrowser of(String user) {
        return new LoginPageBrowser(builder().build(), user);
    }

    public static LoginPageBrowser trusting(SSLContext tls, String user) {
        return new LoginPageBrowser(builder().sslContext(tls).build(), user);
    }

    private static HttpClient.Builder builder() {
        return HttpClient.newBuilder()
                .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
                .followRedirects(HttpClient.Redirect.ALWAYS);
    }

    /** Sends every form that appears until a page has none; returns that page. */
    public String complete(URI address) throws IOException, InterruptedException {
        HttpResponse<String> page =
                http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        for (int pages = 0; pages < MOST_PAGES; pages++) {
            Matcher form = FORM.matcher(page.body());
            if (!form.find()) {
                return page.body();
            }
            page = submit(page.uri().resolve(form.group(1)), fields(form.group(2)));
        }
        throw new IOException("the login did not finish: " + page.uri());
    }

    /** Stops at the first form and follows the link that aborts the login. */
    public String abort(URI address) throws IOException, InterruptedException {
        HttpResponse<String> page =
                http.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
        URI abort = URI.create(page.uri() + "/abort");
        return http.send(HttpRequest.newBuilder(abort).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /**
     * Sends every form that appears until the provider redirects to a path, which is not requested.
     *
     * @return the address of the redirect
     */
    public URI redirect(URI address, String path) throws IOException, InterruptedException {
        HttpClient stepwise = HttpClient.newBuilder()
                .cookieHandler(http.cookieHandler().orElseThrow())
                .build();
        HttpRequest next = HttpRequest.newBuilder(address).build();
        for (int requests = 0; requests < 3 * MOST_PAGES; requests++) {
            HttpResponse<String> response = stepwise.send(next, HttpResponse.BodyHandlers.ofString());
            Matcher form = FORM.matcher(response.body());
            if (response.statusCode() / 100 == 3) {
                URI target = response.uri()
                        .resolve(response.headers().firstValue("location").orElseThrow());
                if (target.getPath().equals(path)) {
                    return target;
                }
                next = HttpRequest.newBuilder(target).build();
            } else if (form.find()) {
                next = form(response.uri().resolve(form.group(1)), fields(form.group(2)));
            } else {
                throw new IOException("neither a form nor a redirect: " + response.body());
            }
        }
        throw new IOException("the login did not finish");
    }

    private Map<String, String> fields(String form) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher input = INPUT.matcher(form);
        while (input.find()) {
            Matcher name = NAME.matcher(input.group());
            Matcher value = VALUE.matcher(input.group());
            if (name.find() && !name.group(1).equals("abort")) {
                fields.put(name.group(1), value.find() ? value.group(1) : "");
            }
        }
        fields.replaceAll((name, value) -> switch (name) {
            case "login" -> user;
            case "password" -> "any";
            default -> value;
        });
        return fields;
    }

    private HttpResponse<String> submit(URI action, Map<String, String> fields)
            throws IOException, InterruptedException {
        return http.send(form(action, fields), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest form(URI action, Map<String, String> fields) {
        return HttpRequest.newBuilder(action)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(encode(fields)))
                .build();
    }

    private static String encode(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> URLEncoder.encode(field.getKey(), StandardCharsets.UTF_8) + "="
                        + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /** Returns the body of a page. */
    public String get(String address) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Override
    public void close() {
        http.close();
    }
}
