package dev.butlerlabs.core.ipam;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;

/** Addresses on a real kube-apiserver. */
@Tag("process")
class RealIpamTest extends IpamContract {
    private static final List<String> WATCHED =
            List.of("resource=\"ipallocations\"", "resource=\"networkpools\"", "resource=\"events\"");
    private static final Pattern LABELS = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    @Override
    Kubeconfig startApi() {
        Optional<RealApiServer> server = RealApiServer.shared();
        assumeTrue(server.isPresent(), TestBench.ABSENT);
        ApiServerTarget target = server.orElseThrow().target();
        byte[] authority = target.authorityPem().getBytes(StandardCharsets.US_ASCII);
        return Kubeconfig.of(
                "test",
                Map.of(
                        "server",
                        target.server().toString(),
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(authority)),
                Map.of("token", target.token()));
    }

    @Override
    void stopApi() {
        // The server is shared by the tests of this process.
    }

    @Override
    String figures(KubernetesClient asked) {
        return asked.raw("/metrics")
                .lines()
                .filter(line -> line.startsWith("apiserver_request_total"))
                .filter(line -> WATCHED.stream().anyMatch(line::contains))
                .map(RealIpamTest::shortened)
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String shortened(String line) {
        Matcher found = LABELS.matcher(line);
        Map<String, String> labels = new TreeMap<>();
        while (found.find()) {
            labels.put(found.group(1), found.group(2));
        }
        return "  %s%s %s %s: %s"
                .formatted(
                        labels.get("resource"),
                        labels.get("subresource").isEmpty() ? "" : "/" + labels.get("subresource"),
                        labels.get("verb"),
                        labels.get("code"),
                        line.substring(line.lastIndexOf(' ') + 1));
    }
}
