package dev.butlerlabs.core.embedded.schema.cel;

import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.BOOL;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.STRING;
import static dev.butlerlabs.core.embedded.schema.cel.KubernetesTypes.URL;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** CEL functions for URLs. */
final class UrlFunctions {
    private UrlFunctions() {}

    static void addTo(FunctionTable table) {
        table.global(
                "isURL",
                "is_url_string",
                BOOL,
                List.of(STRING),
                arguments -> parse((String) arguments[0]).isPresent());
        table.global(
                "url",
                "string_to_url",
                URL,
                List.of(STRING),
                arguments -> parse((String) arguments[0])
                        .orElseThrow(() -> new IllegalArgumentException(
                                "URL parse error during conversion from string: " + arguments[0])));
        part(table, "getScheme", URI::getScheme);
        part(table, "getHost", UrlFunctions::host);
        part(table, "getHostname", UrlFunctions::hostName);
        part(table, "getPort", url -> url.getPort() < 0 ? "" : Integer.toString(url.getPort()));
        part(table, "getEscapedPath", URI::getRawPath);
        table.member(
                "getQuery",
                "url_get_query",
                MapType.create(STRING, ListType.create(STRING)),
                List.of(URL),
                arguments -> query((URI) arguments[0]));
    }

    private static void part(FunctionTable table, String name, java.util.function.Function<URI, String> part) {
        table.member(name, "url_" + name, STRING, List.of(URL), arguments -> {
            String found = part.apply((URI) arguments[0]);
            return found == null ? "" : found;
        });
    }

    /** Parses an absolute URL or an absolute path. */
    private static Optional<URI> parse(String text) {
        try {
            URI url = new URI(text);
            return url.isAbsolute() || text.startsWith("/") ? Optional.of(url) : Optional.empty();
        } catch (URISyntaxException refused) {
            return Optional.empty();
        }
    }

    private static String host(URI url) {
        String authority = url.getRawAuthority();
        return authority == null ? "" : authority.substring(authority.indexOf('@') + 1);
    }

    private static String hostName(URI url) {
        String host = url.getHost();
        return host != null && host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static Map<String, List<String>> query(URI url) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        String query = url.getRawQuery();
        if (query == null || query.isEmpty()) {
            return parameters;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            parameters.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
        }
        return parameters;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
