package dev.butlerlabs.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Whatever goes wrong, no credential and no user data is told to anybody: not in logs, events, status, exceptions or as text. */
@Tag("slow")
@Timeout(300)
class CanaryTest {
    /** What of a kubeconfig is secret. */
    private static final Pattern SECRET_OF_KUBECONFIG =
            Pattern.compile("(?:token|client-key-data|password): *\"?([^\\s\"]+)");

    /** A line of a private key in PEM. */
    private static final Pattern PRIVATE_KEY = Pattern.compile("(?<=\\\\n)[A-Za-z0-9+/]{64}(?=\\\\n)");

    /** Names people may know. */
    private static final Set<String> PUBLIC = Set.of("username", "ca.pem", "tenantID", "clientID");

    private final StringBuilder heard = new StringBuilder();

    @TestFactory
    Stream<DynamicTest> noProviderTellsASecret() {
        return LongSuite.every(7, 0, SimulatedWorld.factories().toList()).stream()
                .map(factory -> DynamicTest.dynamicTest(factory.provider(), () -> listenTo(factory)));
    }

    private void listenTo(SimulatorFactory factory) {
        heard.setLength(0);
        Logger root = Logger.getLogger("");
        Level before = root.getLevel();
        Listener listener = new Listener();
        Logger ours = Logger.getLogger("dev.butlerlabs");
        root.addHandler(listener);
        ours.setLevel(Level.ALL);
        try {
            ContractWorld world = SimulatedWorld.start(factory);
            Set<String> secrets = secrets(world.credentials());
            assertThat(secrets).isNotEmpty();
            try (ReconciledWorld reconciled = new ReconciledWorld(world)) {
                disturbDirectly(world);
                disturbReconciled(reconciled);
            }
            synchronized (heard) {
                assertThat(heard).as("something was heard").isNotEmpty();
                assertThat(secrets).noneMatch(secret -> heard.indexOf(secret) >= 0);
            }
        } finally {
            ours.setLevel(null);
            root.removeHandler(listener);
            root.setLevel(before);
        }
    }

    /** Each secret as it is, and as it may be encoded on its way. */
    private static Set<String> secrets(Map<String, String> credentials) {
        Set<String> secrets = new TreeSet<>(Set.of("canary-in-user-data"));
        credentials.forEach((key, value) -> {
            Matcher matcher = SECRET_OF_KUBECONFIG.matcher(value);
            boolean kubeconfig = value.contains("apiVersion: v1");
            while (kubeconfig && matcher.find()) {
                secrets.add(matcher.group(1));
            }
            PRIVATE_KEY.matcher(value).results().forEach(line -> secrets.add(line.group()));
            if (!kubeconfig && !PUBLIC.contains(key)) {
                secrets.add(value);
                secrets.add(Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
            }
        });
        return secrets;
    }

    private void disturbDirectly(ContractWorld world) {
        OwnerId owner = new OwnerId("owner-canary");
        MachineSpec spec = Hand.spec("canary-direct", owner, "canary-in-user-data");
        try (ConnectedInfrastructure infrastructure = world.connect()) {
            hear(infrastructure.toString());
            hear(spec.toString());
            for (FaultKind kind : FaultKind.values()) {
                if (kind.stage() != FaultKind.Stage.MACHINE) {
                    world.faults().order(new FaultSpec(Optional.empty(), kind, Optional.empty(), 2));
                    Stream.<Supplier<Object>>of(
                                    infrastructure::version,
                                    () -> infrastructure.machines().create(spec),
                                    () -> infrastructure.machines().observe(spec.id()),
                                    infrastructure::owned)
                            .forEach(this::hearAnswer);
                    infrastructure.preflight(new PreflightInput(List.of(spec), Optional.empty())).stream()
                            .map(PreflightCheck::run)
                            .forEach(result -> hear(result.toString()));
                    world.faults().clear();
                }
            }
            Hand hand = new Hand(infrastructure, true);
            hand.remove(spec.id());
        }
        try (ConnectedInfrastructure refused = world.connect(WrongCredentials.of(world.credentials()))) {
            hearAnswer(refused::version);
        }
    }

    private void hearAnswer(Supplier<Object> question) {
        try {
            hear(String.valueOf(question.get()));
        } catch (ButlerException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            hear(trace + e.hint() + e.problems());
        }
    }

    private void disturbReconciled(ReconciledWorld reconciled) {
        ContractWorld world = reconciled.world();
        for (FaultKind kind : FaultKind.values()) {
            if (kind.stage() != FaultKind.Stage.MACHINE) {
                world.faults().order(new FaultSpec(Optional.empty(), kind, Optional.empty(), 2));
            }
        }
        reconciled.request("canary-reconciled", "canary-in-user-data");
        reconciled.awaitPhase("canary-reconciled", Phase.RUNNING);
        reconciled.remove("canary-reconciled");
        world.faults().clear();
        var client = reconciled.client();
        client.v1().events().inAnyNamespace().list().getItems().forEach(event -> hear(event.toString()));
        client.resources(ProviderConfig.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(config -> hear(client.getKubernetesSerialization().asJson(config)));
        client.resources(MachineRequest.class)
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(request -> hear(request + String.valueOf(request.getStatus())));
    }

    private void hear(String text) {
        synchronized (heard) {
            heard.append(text).append('\n');
        }
    }

    /** Hears every log line with its trace. */
    private final class Listener extends Handler {
        private final SimpleFormatter formatter = new SimpleFormatter();

        private Listener() {
            setLevel(Level.ALL);
        }

        @Override
        public void publish(LogRecord line) {
            hear(formatter.format(line));
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
