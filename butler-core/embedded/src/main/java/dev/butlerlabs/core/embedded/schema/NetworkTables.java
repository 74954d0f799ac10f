package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableCells.field;
import static dev.butlerlabs.core.embedded.schema.TableCells.join;
import static dev.butlerlabs.core.embedded.schema.TableCells.labels;
import static dev.butlerlabs.core.embedded.schema.TableCells.orElse;
import static dev.butlerlabs.core.embedded.schema.TableCells.words;
import static dev.butlerlabs.core.embedded.schema.TableColumn.AGE;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;
import static dev.butlerlabs.core.embedded.schema.TableColumn.wide;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Table columns of Services and Ingresses. */
final class NetworkTables {
    private NetworkTables() {}

    static List<TableColumn> services() {
        return List.of(
                NAME,
                text("Type", "Type of the service.", field("/spec/type")),
                text("Cluster-IP", "Cluster-internal IP address.", field("/spec/clusterIPs/0", "<none>")),
                text("External-IP", "External IP addresses or host names.", (service, now) -> externalAddress(service)),
                text("Port(s)", "Ports.", (service, now) -> servicePorts(service)),
                AGE,
                wide(
                        "Selector",
                        "Label selector for the pods of the service.",
                        (service, now) -> words(labels(service.at("/spec/selector")))));
    }

    private static JsonNode externalAddress(JsonNode service) {
        String given = join(service.at("/spec/externalIPs"), JsonNode::asText, ",");
        return switch (service.at("/spec/type").asText()) {
            case "ClusterIP", "NodePort" -> words(orElse(given, "<none>"));
            case "ExternalName" -> words(service.at("/spec/externalName").asText());
            case "LoadBalancer" -> {
                String assigned = balancerAddresses(service);
                String both = assigned.isEmpty() || given.isEmpty() ? assigned + given : assigned + "," + given;
                yield words(orElse(both, "<pending>"));
            }
            default -> words("<unknown>");
        };
    }

    private static String balancerAddresses(JsonNode object) {
        TreeSet<String> addresses = new TreeSet<>();
        object.at("/status/loadBalancer/ingress")
                .forEach(entry -> addresses.add(
                        orElse(entry.path("ip").asText(), entry.path("hostname").asText())));
        addresses.remove("");
        return String.join(",", addresses);
    }

    private static JsonNode servicePorts(JsonNode service) {
        String ports = join(service.at("/spec/ports"), NetworkTables::servicePort, ",");
        return words(orElse(ports, "<none>"));
    }

    private static String servicePort(JsonNode port) {
        String nodePort =
                port.path("nodePort").asInt() > 0 ? ":" + port.path("nodePort").asInt() : "";
        return port.path("port").asText() + nodePort + "/"
                + port.path("protocol").asText("TCP");
    }

    static List<TableColumn> ingresses() {
        return List.of(
                NAME,
                text("Class", "Ingress class.", field("/spec/ingressClassName", "<none>")),
                text("Hosts", "Host names.", (ingress, now) -> hosts(ingress)),
                text("Address", "Addresses of the load balancer.", (ingress, now) -> words(balancerAddresses(ingress))),
                text(
                        "Ports",
                        "Ports.",
                        (ingress, now) -> words(ingress.at("/spec/tls").isEmpty() ? "80" : "80, 443")),
                AGE);
    }

    private static JsonNode hosts(JsonNode ingress) {
        List<String> hosts = new ArrayList<>();
        ingress.at("/spec/rules").forEach(rule -> hosts.add(rule.path("host").asText()));
        hosts.removeIf(String::isEmpty);
        if (hosts.isEmpty()) {
            return words("*");
        }
        String shown = String.join(",", hosts.subList(0, Math.min(3, hosts.size())));
        return words(hosts.size() > 3 ? shown + " + " + (hosts.size() - 3) + " more..." : shown);
    }

    static JsonNode parameters(JsonNode ingressClass, Instant now) {
        JsonNode parameters = ingressClass.at("/spec/parameters");
        if (!parameters.isObject()) {
            return words("<none>");
        }
        String group = parameters.path("apiGroup").asText();
        String kind = parameters.path("kind").asText() + (group.isEmpty() ? "" : "." + group);
        return words(kind + "/" + parameters.path("name").asText());
    }
}
