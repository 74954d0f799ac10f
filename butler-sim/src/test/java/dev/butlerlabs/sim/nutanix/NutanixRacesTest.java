package dev.butlerlabs.sim.nutanix;

import static dev.butlerlabs.sim.nutanix.Prism.id;
import static dev.butlerlabs.sim.nutanix.Prism.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.nutanix.NutanixProvider;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.http.ServerCertificate;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Somebody else does something in Prism between two requests. */
@Tag("slow")
class NutanixRacesTest {
    private final VmRegistry vms = new VmRegistry(SimulationOptions.standard());
    private final Meddler meddler = new Meddler(new PrismApplication(vms, new PrismInventory(), FaultPlan.none()));
    private final ServerCertificate certificate = ServerCertificate.forNames("127.0.0.1");
    private final FaultyServer server =
            FaultyServer.start(0, Optional.of(certificate.tls()), meddler, FaultPlan.none());
    private final ConnectedInfrastructure prism = connect();

    @AfterEach
    void close() {
        prism.close();
        server.close();
        vms.close();
    }

    /** What follows a removed machine moves up, from the start of the next page to the end of the one already read. */
    @Test
    void aListThatShrinksBetweenItsPagesIsReadAgain() {
        for (int i = 0; i < 500; i++) {
            vms.plant("other-" + i, "somebody else's");
        }
        prism.machines().create(spec("cp-0"));
        vms.plant("other-last", "somebody else's");
        meddler.after("/vms/list", 1, _ -> vms.vanish("other-3"));
        assertThat(prism.owned()).extracting(OwnedResource::name).containsExactly("cp-0");
    }

    @Test
    void aListThatNeverStandsStillIsNotTakenForWhole() {
        for (int i = 0; i < 600; i++) {
            vms.plant("other-" + i, "somebody else's");
        }
        AtomicInteger number = new AtomicInteger();
        meddler.after("/vms/list", Integer.MAX_VALUE, _ -> vms.plant("more-" + number.incrementAndGet(), ""));
        ButlerException refused = catchThrowableOfType(ButlerException.class, prism::owned);
        assertThat(refused.code()).isEqualTo(ErrorCode.PROVIDER_TROUBLED);
    }

    /** The change of the other one stays, and the machine is switched on nevertheless. */
    @Test
    void aChangeOfSomebodyElseIsNotUndoneWhenAMachineIsSwitchedOn() {
        prism.machines().create(spec("cp-0"));
        String uuid = running();
        vms.stop("cp-0");
        meddler.before("PUT", 2, _ -> {
            var entity = vms.entity(uuid);
            entity.remove("status");
            entity.withObject("/spec/resources")
                    .put(
                            "memory_size_mib",
                            9000 + entity.at("/metadata/spec_version").asInt());
            vms.update(uuid, entity);
        });
        assertThat(prism.machines().create(spec("cp-0"))).isInstanceOf(MachineState.Starting.class);
        running();
        assertThat(vms.entity(uuid).at("/spec/resources/memory_size_mib").asInt())
                .isEqualTo(9001);
    }

    @Test
    void aChangeThatNeverEndsIsAConflict() {
        prism.machines().create(spec("cp-0"));
        String uuid = running();
        vms.stop("cp-0");
        meddler.before("PUT", Integer.MAX_VALUE, _ -> {
            var entity = vms.entity(uuid);
            entity.remove("status");
            vms.update(uuid, entity);
        });
        ButlerException refused = catchThrowableOfType(
                ButlerException.class, () -> prism.machines().create(spec("cp-0")));
        assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
    }

    /** Another maker is faster by a moment: its machine stays. */
    @Test
    void ofTwoMakersTheFirstWins() {
        AtomicInteger made = new AtomicInteger();
        meddler.before("POST /api/nutanix/v3/vms", 1, request -> {
            vms.create(JsonTrees.parse(request.body()), true);
            made.incrementAndGet();
        });
        prism.machines().create(spec("cp-0"));
        assertThat(made).hasValue(1);
        String first = vms.machines().getFirst().id();
        TestAwait.upTo(Prism.LIMIT, "one machine").until(vms::machines, machines -> machines.size() == 1);
        assertThat(running()).isEqualTo(first);
    }

    /** A machine that somebody else removes between the look and the removal is gone, which is fine. */
    @Test
    void aMachineRemovedMeanwhileIsNoError() {
        prism.machines().create(spec("cp-0"));
        meddler.after("/vms/list", 1, _ -> vms.vanish("cp-0"));
        prism.machines().delete(id("cp-0"));
        assertThat(prism.machines().observe(id("cp-0"))).isInstanceOf(MachineState.Absent.class);
    }

    private String running() {
        MachineState running = TestAwait.upTo(Prism.LIMIT, "cp-0 running")
                .until(() -> prism.machines().observe(id("cp-0")), MachineState.Running.class::isInstance);
        return ((MachineState.Running) running).providerId();
    }

    private ConnectedInfrastructure connect() {
        Map<String, Object> section = Map.of(
                "endpoint", server.address().toString(),
                "clusterUUID", PrismInventory.CLUSTER,
                "subnetUUID", PrismInventory.SUBNET,
                "imageUUID", PrismInventory.IMAGE);
        Credentials credentials = new Credentials(Map.of(
                "username", new SensitiveText(NutanixSimulator.USERNAME),
                "password", new SensitiveText(NutanixSimulator.PASSWORD),
                "ca.pem", new SensitiveText(certificate.authorityPem())));
        return new NutanixProvider()
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.nutanix", section, new ProblemCollector()), credentials));
    }

    /** Lets something happen right before or after requests of one kind. */
    private static final class Meddler implements HttpApplication {
        private final HttpApplication prism;
        private volatile String kind = "none";
        private volatile int times;
        private volatile boolean before;
        private volatile Consumer<HttpApiRequest> deed = _ -> {};

        Meddler(HttpApplication prism) {
            this.prism = prism;
        }

        void before(String request, int often, Consumer<HttpApiRequest> event) {
            set(request, often, event, true);
        }

        void after(String request, int often, Consumer<HttpApiRequest> event) {
            set(request, often, event, false);
        }

        private synchronized void set(String request, int often, Consumer<HttpApiRequest> event, boolean first) {
            kind = request;
            times = often;
            deed = event;
            before = first;
        }

        @Override
        public synchronized HttpApiResponse answer(HttpApiRequest request) {
            String line = request.method() + " " + request.path();
            boolean meddle = times > 0 && (line.equals(kind) || line.startsWith(kind + " ") || line.endsWith(kind));
            if (meddle) {
                times--;
            }
            if (meddle && before) {
                deed.accept(request);
            }
            HttpApiResponse response = prism.answer(request);
            if (meddle && !before) {
                deed.accept(request);
            }
            return response;
        }

        @Override
        public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
            return prism.refusal(fault, request);
        }

        @Override
        public Optional<Subject> subject(HttpApiRequest request) {
            return Optional.empty();
        }
    }
}
