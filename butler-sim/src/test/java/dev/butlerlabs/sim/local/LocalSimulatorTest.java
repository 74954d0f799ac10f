package dev.butlerlabs.sim.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The rules of a Docker engine that a client depends on. */
class LocalSimulatorTest {
    private static final String IMAGE = "ghcr.io/siderolabs/talos:v1.12.1";

    private final LocalSimulator simulator = LocalSimulator.start(SimulationOptions.standard());
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
        simulator.close();
    }

    private record Answer(int status, JsonNode body) {
        String message() {
            return body.path("message").asText();
        }
    }

    private Answer send(String method, String path, String body) throws IOException, InterruptedException {
        String host = simulator.settings().get("dockerHost").toString().replace("tcp://", "http://");
        HttpRequest request = HttpRequest.newBuilder(URI.create(host + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        return new Answer(
                response.statusCode(),
                new ObjectMapper().readTree(response.body().isEmpty() ? "{}" : response.body()));
    }

    private Answer createNetwork(String name, String subnet) throws IOException, InterruptedException {
        return send("POST", "/networks/create", """
                {"Name": "%s", "IPAM": {"Config": [{"Subnet": "%s"}]}}""".formatted(name, subnet));
    }

    private Answer create(String name, String network, String address, String more)
            throws IOException, InterruptedException {
        return send("POST", "/containers/create?name=" + name, """
                {"Image": "%s", "Env": ["PLATFORM=container"],
                 "NetworkingConfig": {"EndpointsConfig": {"%s": {"IPAMConfig": {"IPv4Address": "%s"}}}},
                 "HostConfig": {"NetworkMode": "%s", "Privileged": true, "SecurityOpt": ["seccomp=unconfined"]%s,
                  "Mounts": [%s{"Type": "volume", "Target": "/var", "Source": "%s-var"}]}}""".formatted(
                        IMAGE, network, address, network, more, mounts(), name));
    }

    private static String mounts() {
        StringBuilder mounts = new StringBuilder();
        for (String path :
                new String[] {"/run", "/system", "/tmp", "/system/state", "/etc/cni", "/etc/kubernetes", "/opt"}) {
            mounts.append("{\"Type\": \"tmpfs\", \"Target\": \"%s\"},".formatted(path));
        }
        return mounts.toString();
    }

    private Answer start(String name) throws IOException, InterruptedException {
        return send("POST", "/containers/" + name + "/start", "");
    }

    @Test
    void rejectsAnImageThatItDoesNotHave() throws Exception {
        Answer answer = send("POST", "/containers/create?name=a", "{\"Image\": \"example/other:v1\"}");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.message()).isEqualTo("No such image: example/other:v1");
        assertThat(send("POST", "/images/create?fromImage=example/other&tag=v1", "")
                        .status())
                .isEqualTo(404);
        String other = "ghcr.io/siderolabs/talos";
        assertThat(send("POST", "/images/create?fromImage=%s&tag=v1.12.2".formatted(other), "")
                        .status())
                .isEqualTo(200);
        assertThat(send("GET", "/images/" + other + ":v1.12.2/json", "").status())
                .isEqualTo(200);
    }

    @Test
    void hasOneContainerPerName() throws Exception {
        assertThat(create("a", "bridge", "", "").status()).isEqualTo(201);
        Answer again = create("a", "bridge", "", "");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.message()).contains("The container name \"/a\" is already in use");
    }

    @Test
    void startsAContainerOnce() throws Exception {
        create("a", "bridge", "", "");
        assertThat(start("a").status()).isEqualTo(204);
        assertThat(start("a").status()).isEqualTo(304);
        Answer running = send("GET", "/containers/a/json", "");
        assertThat(running.body().at("/State/Status").asText()).isEqualTo("running");
        assertThat(running.body()
                        .at("/NetworkSettings/Networks/bridge/IPAddress")
                        .asText())
                .startsWith("127.");
        assertThat(send("DELETE", "/containers/a", "").status()).isEqualTo(409);
        assertThat(send("DELETE", "/containers/a?force=true", "").status()).isEqualTo(204);
        assertThat(send("GET", "/containers/a/json", "").status()).isEqualTo(404);
    }

    @Test
    void exitsWithoutThePrivilegesThatTalosNeeds() throws Exception {
        send("POST", "/containers/create?name=a", "{\"Image\": \"%s\"}".formatted(IMAGE));
        assertThat(start("a").status()).isEqualTo(204);
        assertThat(send("GET", "/containers/a/json", "")
                        .body()
                        .at("/State/Status")
                        .asText())
                .isEqualTo("exited");
    }

    @Test
    void cannotStartAContainerWithoutItsNetwork() throws Exception {
        create("a", "nowhere", "", "");
        Answer answer = start("a");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.message()).isEqualTo("network nowhere not found");
    }

    @Test
    void assignsAnAddressOnce() throws Exception {
        createNetwork("net", "127.90.0.0/24");
        create("a", "net", "127.90.0.20", "");
        create("b", "net", "127.90.0.20", "");
        create("c", "net", "127.91.0.20", "");
        assertThat(start("a").status()).isEqualTo(204);
        Answer taken = start("b");
        assertThat(taken.status()).isEqualTo(403);
        assertThat(taken.message()).contains("Address already in use");
        assertThat(start("c").status()).isEqualTo(400);
    }

    @Test
    void assignsAPortOnce() throws Exception {
        String port = ", \"PortBindings\": {\"6443/tcp\": [{\"HostIp\": \"127.0.0.1\", \"HostPort\": \"6443\"}]}";
        create("a", "bridge", "", port);
        create("b", "bridge", "", port);
        assertThat(start("a").status()).isEqualTo(204);
        Answer taken = start("b");
        assertThat(taken.status()).isEqualTo(500);
        assertThat(taken.message()).contains("Bind for 127.0.0.1:6443 failed: port is already allocated");
    }

    @Test
    void rejectsAPortThatAnotherProgramUses() throws Exception {
        try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            create("a", "bridge", "", """
                    , "PortBindings": {"6443/tcp": [{"HostIp": "127.0.0.1", "HostPort": "%d"}]}""".formatted(used.getLocalPort()));
            Answer taken = start("a");
            assertThat(taken.status()).isEqualTo(500);
            assertThat(taken.message())
                    .endsWith("listen tcp4 127.0.0.1:%d: bind: address already in use".formatted(used.getLocalPort()));
            assertThat(send("GET", "/containers/a/json", "")
                            .body()
                            .at("/State/Status")
                            .asText())
                    .isEqualTo("created");
        }
    }

    @Test
    void forwardsAPublishedPortWhileTheContainerRuns() throws Exception {
        create("a", "bridge", "", ", \"PortBindings\": {\"6443/tcp\": [{\"HostIp\": \"127.0.0.1\"}]}");
        start("a");
        JsonNode settings = send("GET", "/containers/a/json", "").body().path("NetworkSettings");
        InetSocketAddress inside =
                new InetSocketAddress(settings.at("/Networks/bridge/IPAddress").asText(), 6443);
        int port = settings.at("/Ports/6443~1tcp/0/HostPort").asInt();
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(inside);
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
                    Socket accepted = listener.accept()) {
                accepted.getOutputStream().write('x');
                assertThat(client.getInputStream().read()).isEqualTo('x');
            }
        }
        send("DELETE", "/containers/a?force=true", "");
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(IOException.class);
    }

    @Test
    void renamesAContainer() throws Exception {
        create("a", "bridge", "", "");
        create("b", "bridge", "", "");
        assertThat(send("POST", "/containers/a/rename?name=b", "").status()).isEqualTo(409);
        assertThat(send("POST", "/containers/a/rename?name=c", "").status()).isEqualTo(204);
        assertThat(send("GET", "/containers/c/json", "").body().path("Name").asText())
                .isEqualTo("/c");
        assertThat(send("GET", "/containers/a/json", "").status()).isEqualTo(404);
    }

    @Test
    void rejectsNetworksThatOverlapOrHaveTheSameName() throws Exception {
        assertThat(createNetwork("net", "10.5.0.0/24").status()).isEqualTo(201);
        assertThat(createNetwork("net", "10.6.0.0/24").status()).isEqualTo(409);
        Answer overlap = createNetwork("other", "10.5.0.128/25");
        assertThat(overlap.status()).isEqualTo(403);
        assertThat(overlap.message()).contains("Pool overlaps");
    }

    @Test
    void keepsNetworksAndVolumesThatAreInUse() throws Exception {
        createNetwork("net", "10.5.0.0/24");
        create("a", "net", "", "");
        assertThat(send("DELETE", "/volumes/a-var", "").status()).isEqualTo(409);
        start("a");
        Answer active = send("DELETE", "/networks/net", "");
        assertThat(active.status()).isEqualTo(403);
        assertThat(active.message()).contains("has active endpoints");
        send("DELETE", "/containers/a?force=true", "");
        assertThat(simulator.leftovers()).containsExactly("volume a-var", "network net");
        assertThat(send("DELETE", "/networks/net", "").status()).isEqualTo(204);
        assertThat(send("DELETE", "/volumes/a-var", "").status()).isEqualTo(204);
        assertThat(simulator.leftovers()).isEmpty();
    }

    @Test
    void listsByLabels() throws Exception {
        send("POST", "/networks/create", "{\"Name\": \"one\", \"Labels\": {\"owner\": \"x\"}}");
        send("POST", "/networks/create", "{\"Name\": \"two\", \"Labels\": {\"owner\": \"y\"}}");
        String filters = URLEncoder.encode("{\"label\": [\"owner=x\"]}", StandardCharsets.UTF_8);
        Answer found = send("GET", "/networks?filters=" + filters, "");
        assertThat(found.body()).hasSize(1);
        assertThat(found.body().path(0).path("Name").asText()).isEqualTo("one");
    }
}
