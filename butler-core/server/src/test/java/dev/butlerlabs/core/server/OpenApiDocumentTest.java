package dev.butlerlabs.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.butlerlabs.core.server.json.RecordJsonWriter;
import dev.butlerlabs.core.server.route.OpenApiDocument;
import dev.butlerlabs.core.server.route.Route;
import dev.butlerlabs.core.server.route.RouteTable;
import dev.butlerlabs.core.testing.GoldenFile;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The published document and the metadata of native programs, which are both generated from the routes. */
class OpenApiDocumentTest {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final RouteTable ROUTES = RouteTables.withoutServer();

    @Test
    void thePublishedDocumentIsThatOfTheRoutes() throws Exception {
        JsonNode document = JSON.readTree(RecordJsonWriter.write(OpenApiDocument.of(ROUTES)));

        GoldenFile.check("docs/reference/console-api.json", JSON.writeValueAsString(document) + "\n");
    }

    @Test
    void everyOperationHasAUniqueNameAndKnownStatuses() {
        assertThat(ROUTES.routes()).extracting(Route::operation).doesNotHaveDuplicates();
        assertThat(ROUTES.routes())
                .hasSizeGreaterThan(60)
                .allSatisfy(route -> assertThat(route.statuses()).contains(route.status(), 400, 403, 429));
        assertThat(ROUTES.routes())
                .filteredOn(route -> route.access() == Route.Access.PUBLIC)
                .extracting(route -> route.path().toString())
                .containsExactlyInAnyOrder(
                        "/healthz",
                        "/readyz",
                        "/api/openapi.json",
                        "/api/auth/providers",
                        "/api/auth/link",
                        "/api/auth/login/sso",
                        "/api/auth/callback",
                        "/api/auth/login");
    }

    /** Records are read and written by their components, which a native program contains only if it is told so. */
    @Test
    void nativeProgramsContainTheRecordsOfTheApi() throws Exception {
        List<Map<String, Object>> types = new ArrayList<>();
        Stream.concat(
                        OpenApiDocument.records(ROUTES).stream(),
                        dev.butlerlabs.core.server.stream.StreamRecords.all().stream())
                .map(Class::getName)
                .sorted()
                .forEach(name -> types.add(new TreeMap<>(Map.of(
                        "type",
                        name,
                        "allDeclaredMethods",
                        true,
                        "allDeclaredConstructors",
                        true,
                        "allDeclaredFields",
                        true))));
        Map<String, Object> metadata = new TreeMap<>(Map.of(
                "reflection", types, "resources", List.of(Map.of("glob", "dev/butlerlabs/core/server/console/**"))));

        GoldenFile.check(
                "butler-core/server/src/main/resources/META-INF/native-image/dev.butlerlabs/core-server/reachability-metadata.json",
                JSON.writeValueAsString(metadata) + "\n");
    }

    @Test
    void everySchemaIsDescribedOnce() {
        Map<String, List<Class<?>>> byName =
                OpenApiDocument.records(ROUTES).stream().collect(Collectors.groupingBy(Class::getSimpleName));

        assertThat(byName.values()).allSatisfy(types -> assertThat(types).hasSize(1));
    }

    @Test
    void theDocumentationNamesThePublishedDocument() throws Exception {
        Path page = ProjectRoot.find().resolve("docs/console-api.md");

        assertThat(Files.readString(page)).contains("reference/console-api.json");
    }
}
