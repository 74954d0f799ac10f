package dev.butlerlabs.sim.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.io.ByteArrayInputStream;
import java.io.IOException;
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
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulator is as strict as the API it stands for, whoever asks. */
class NutanixSimulatorTest {
    private final NutanixSimulator simulator = NutanixSimulator.start(SimulationOptions.standard());
    private HttpClient http;

    @BeforeEach
    void connect() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(
                "ca",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(
                                simulator.credentials().get("ca.pem").getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        http = HttpClient.newBuilder().sslContext(tls).build();
    }

    @AfterEach
    void close() {
        http.shutdownNow();
        simulator.close();
    }

    @Test
    void theSimulatorIsFound() {
        assertThat(Simulators.load().find("nutanix")).isPresent();
    }

    @Test
    void aMachineIsMadeWithATaskThatEnds() throws IOException, InterruptedException {
        HttpResponse<String> made = send("POST", "/vms", body().toString());
        assertThat(made.statusCode()).isEqualTo(202);
        JsonNode answer = tree(made);
        assertThat(answer.at("/status/state").asText()).isEqualTo("PENDING");
        String task = answer.at("/status/execution_context/task_uuid").asText();
        TestAwait.upTo(Prism.LIMIT, "the task succeeded").until(() -> status(task), "SUCCEEDED"::equals);
        JsonNode vm = tree(send("GET", "/vms/" + answer.at("/metadata/uuid").asText(), ""));
        assertThat(vm.at("/status/resources/power_state").asText()).isEqualTo("ON");
        assertThat(vm.at("/metadata/spec_version").asInt()).isZero();
    }

    private String status(String task) {
        try {
            return tree(send("GET", "/tasks/" + task, "")).path("status").asText();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/surprise, 1",
        "/metadata/surprise, 1",
        "/metadata/kind, subnet",
        "/metadata/categories/team, red",
        "/spec/surprise, 1",
        "/spec/name, ''",
        "/spec/cluster_reference/uuid, unknown",
        "/spec/resources/surprise, 1",
        "/spec/resources/memory_size_mib, 0",
        "/spec/resources/power_state, SOMETIMES",
        "/spec/resources/nic_list/0/subnet_reference/uuid, 3c1f6a4e-6ad3-4c5a-8f0b-5b0a1f7d2c02",
        "/spec/resources/disk_list/0/data_source_reference/uuid, unknown",
        "/spec/resources/disk_list/0/disk_size_mib, 1",
        "/spec/resources/guest_customization/cloud_init/user_data, plain text: yes",
        "/spec/resources/guest_customization/cloud_init/meta_data, plain text: yes",
        "/spec/resources/guest_customization/cloud_init/network_data, eA=="
    })
    void whatIsNotKnownOrDoesNotFitIsRefused(String path, String value) throws IOException, InterruptedException {
        ObjectNode body = body();
        int cut = path.lastIndexOf('/');
        JsonNode parent = cut == 0 ? body : body.at(path.substring(0, cut));
        ObjectNode object = parent instanceof ObjectNode found ? found : body.withObject(path.substring(0, cut));
        object.put(path.substring(cut + 1), value);
        HttpResponse<String> refused = send("POST", "/vms", body.toString());
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(tree(refused).path("state").asText()).isEqualTo("ERROR");
        assertThat(tree(refused).at("/message_list/0/message").asText()).isNotBlank();
        assertThat(simulator.machines()).isEmpty();
    }

    @Test
    void anUpdateOfAnOldVersionIsRefused() throws IOException, InterruptedException {
        JsonNode made = tree(send("POST", "/vms", body().toString()));
        ObjectNode change = (ObjectNode) made;
        change.remove("status");
        String path = "/vms/" + made.at("/metadata/uuid").asText();
        assertThat(send("PUT", path, change.toString()).statusCode()).isEqualTo(202);
        assertThat(send("PUT", path, change.toString()).statusCode()).isEqualTo(409);
    }

    @Test
    void listsHavePagesAndFilters() throws IOException, InterruptedException {
        for (int i = 0; i < 5; i++) {
            simulator.plantForeign("vm-" + i);
        }
        JsonNode page = tree(send("POST", "/vms/list", "{\"kind\": \"vm\", \"offset\": 3, \"length\": 5}"));
        assertThat(page.path("entities")).hasSize(2);
        assertThat(page.at("/metadata/total_matches").asInt()).isEqualTo(5);
        JsonNode some = tree(send("POST", "/vms/list", "{\"kind\": \"vm\", \"filter\": \"vm_name==vm-[12]\"}"));
        assertThat(some.path("entities")).hasSize(2);
        assertThat(send("POST", "/vms/list", "{\"filter\": \"color==red\"}").statusCode())
                .isEqualTo(422);
        assertThat(send("POST", "/vms/list", "{\"length\": 501}").statusCode()).isEqualTo(422);
    }

    @Test
    void strangersAndStrangePathsAreRefused() throws IOException, InterruptedException {
        HttpRequest stranger = HttpRequest.newBuilder(uri("/users/me")).build();
        assertThat(http.send(stranger, BodyHandlers.ofString()).statusCode()).isEqualTo(401);
        assertThat(send("GET", "/vms/unknown", "").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/nothing", "").statusCode()).isEqualTo(404);
        assertThat(send("POST", "/vms", "[]").statusCode()).isEqualTo(400);
    }

    private HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        String login = NutanixSimulator.USERNAME + ":" + NutanixSimulator.PASSWORD;
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)))
                .method(method, BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("https://127.0.0.1:" + simulator.port() + "/api/nutanix/v3" + path);
    }

    private static JsonNode tree(HttpResponse<String> response) {
        return JsonTrees.parse(response.body().getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode body() {
        return JsonTrees.parse("""
                {"api_version": "3.1.0", "metadata": {"kind": "vm"}, "spec": {"name": "vm-0",
                 "cluster_reference": {"kind": "cluster", "uuid": "%s"},
                 "resources": {"num_sockets": 1, "num_vcpus_per_socket": 1, "memory_size_mib": 1024, "power_state": "ON",
                  "nic_list": [{"subnet_reference": {"kind": "subnet", "uuid": "%s"}}],
                  "disk_list": [{"disk_size_mib": 20480, "data_source_reference": {"kind": "image", "uuid": "%s"}}]}}}
                """.formatted(PrismInventory.CLUSTER, PrismInventory.SUBNET, PrismInventory.IMAGE)
                .getBytes(StandardCharsets.UTF_8));
    }
}
