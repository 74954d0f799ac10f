package dev.butlerlabs.sim.nutanix;

import static dev.butlerlabs.sim.nutanix.Prism.spec;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.nutanix.NutanixProvider;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.http.ServerCertificate;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets stay secret, even with a server that repeats all it was told. */
class NutanixSecretsTest {
    private static final String USERNAME = "canary-username";
    private static final String PASSWORD = "canary-password";
    private static final String USER_DATA = "cluster:\n  secret: canary-user-data\n";
    private static final List<String> ENCODED =
            List.of(encoded(USERNAME + ":" + PASSWORD), encoded(USER_DATA), "canary");

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 409, 422, 429, 500})
    void aServerThatRepeatsTheRequestDoesNotBringSecretsOut(int status) {
        List<String> shown = new ArrayList<>();
        Collector logs = new Collector(shown);
        Logger.getLogger("").addHandler(logs);
        ServerCertificate certificate = ServerCertificate.forNames("127.0.0.1");
        try (FaultyServer server =
                        FaultyServer.start(0, Optional.of(certificate.tls()), new Repeater(status), FaultPlan.none());
                ConnectedInfrastructure prism = connect(server, certificate.authorityPem() + "# canary-authority\n")) {
            shown.add(prism.toString());
            shown.add(prism.machines().toString());
            tryEverything(prism, shown);
        } finally {
            Logger.getLogger("").removeHandler(logs);
        }
        assertThat(shown).hasSizeGreaterThan(10);
        assertThat(shown).allSatisfy(text -> assertThat(text).doesNotContain(ENCODED));
    }

    private static void tryEverything(ConnectedInfrastructure prism, List<String> shown) {
        MachineSpec spec = MachineSpecBuilder.builder(spec("cp-0"))
                .userData(Optional.of(new SensitiveText(USER_DATA)))
                .build();
        shown.add(spec.toString());
        note(shown, () -> prism.machines().create(spec));
        note(shown, () -> prism.machines().observe(spec.id()));
        note(shown, () -> prism.machines().delete(spec.id()));
        note(shown, prism::owned);
        note(shown, prism::version);
        note(
                shown,
                () -> prism.remove(new OwnedResource("virtual machine", "cp-0", PrismInventory.IMAGE, Prism.OWNER)));
        for (PreflightCheck check : prism.preflight(new PreflightInput(List.of(spec), Optional.empty()))) {
            shown.add(check + " " + check.run());
        }
    }

    private static void note(List<String> shown, Runnable action) {
        try {
            action.run();
        } catch (ButlerException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            shown.add(trace + e.hint() + e.problems());
        }
    }

    private static ConnectedInfrastructure connect(FaultyServer server, String authority) {
        Map<String, Object> section = Map.of(
                "endpoint", server.address().toString(),
                "clusterUUID", PrismInventory.CLUSTER,
                "subnetUUID", PrismInventory.SUBNET,
                "imageUUID", PrismInventory.IMAGE);
        Credentials credentials = new Credentials(Map.of(
                "username", new SensitiveText(USERNAME),
                "password", new SensitiveText(PASSWORD),
                "ca.pem", new SensitiveText(authority)));
        assertThat(credentials.toString()).doesNotContain("canary");
        return new NutanixProvider()
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.nutanix", section, new ProblemCollector()), credentials));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Lists are empty, so that making a machine is tried; all else is refused with the request in the message. */
    private record Repeater(int status) implements HttpApplication {
        @Override
        public HttpApiResponse answer(HttpApiRequest request) {
            if (request.path().endsWith("/list")) {
                return HttpApiResponse.json(200, "{\"entities\": [], \"metadata\": {\"total_matches\": 0}}");
            }
            String decoded =
                    request.text().contains("user_data") ? USER_DATA + " line secret: canary-user-data" : "nothing";
            ObjectNode body = JsonTrees.object();
            body.putArray("message_list")
                    .addObject()
                    .put(
                            "message",
                            "Who asked: " + request.header("Authorization").orElse("nobody") + " as " + USERNAME
                                    + " with " + PASSWORD + "; what: " + decoded + " or " + request.text());
            return HttpApiResponse.json(status, JsonTrees.text(body));
        }

        @Override
        public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
            return answer(request);
        }

        @Override
        public Optional<Subject> subject(HttpApiRequest request) {
            return Optional.empty();
        }
    }

    private static final class Collector extends Handler {
        private final List<String> shown;

        Collector(List<String> shown) {
            this.shown = shown;
            setLevel(Level.ALL);
        }

        @Override
        public synchronized void publish(LogRecord entry) {
            shown.add(String.valueOf(entry.getMessage()));
        }

        @Override
        public void flush() {
            // Nothing is held back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
