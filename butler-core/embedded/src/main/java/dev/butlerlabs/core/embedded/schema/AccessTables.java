package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableCells.count;
import static dev.butlerlabs.core.embedded.schema.TableCells.words;
import static dev.butlerlabs.core.embedded.schema.TableColumn.AGE;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;
import static dev.butlerlabs.core.embedded.schema.TableColumn.wide;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.TableColumn.Cell;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Table columns of roles, bindings, webhooks and API services. */
final class AccessTables {
    private AccessTables() {}

    static List<TableColumn> created() {
        return List.of(
                NAME,
                new TableColumn(
                        "Created At",
                        "date",
                        "",
                        "When the object was created.",
                        0,
                        (object, now) ->
                                words(object.at("/metadata/creationTimestamp").asText())));
    }

    static List<TableColumn> bindings() {
        return List.of(
                NAME,
                text(
                        "Role",
                        "The role that the binding grants.",
                        (binding, now) -> words(binding.at("/roleRef/kind").asText() + "/"
                                + binding.at("/roleRef/name").asText())),
                AGE,
                wide("Users", "Users bound to the role.", subjects("User")),
                wide("Groups", "Groups bound to the role.", subjects("Group")),
                wide("ServiceAccounts", "Service accounts bound to the role.", subjects("ServiceAccount")));
    }

    private static Cell subjects(String kind) {
        return (binding, now) -> {
            List<String> names = new ArrayList<>();
            binding.path("subjects").forEach(subject -> {
                if (subject.path("kind").asText().equals(kind)) {
                    String namespace = subject.path("namespace").asText();
                    String name = subject.path("name").asText();
                    names.add(kind.equals("ServiceAccount") ? namespace + "/" + name : name);
                }
            });
            return words(String.join(", ", names));
        };
    }

    static List<TableColumn> webhooks() {
        return List.of(
                NAME, new TableColumn("Webhooks", "integer", "", "Number of webhooks.", 0, count("/webhooks")), AGE);
    }

    static JsonNode apiServer(JsonNode service, Instant now) {
        JsonNode reference = service.at("/spec/service");
        String name = reference.path("namespace").asText() + "/"
                + reference.path("name").asText();
        return words(reference.isObject() ? name : "Local");
    }

    static JsonNode availability(JsonNode service, Instant now) {
        for (JsonNode condition : service.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Available")) {
                String status = condition.path("status").asText();
                return words(
                        status.equals("True")
                                ? status
                                : status + " (" + condition.path("reason").asText() + ")");
            }
        }
        return words("Unknown");
    }
}
