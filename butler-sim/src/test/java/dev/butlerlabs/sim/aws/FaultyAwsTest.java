package dev.butlerlabs.sim.aws;

import static dev.butlerlabs.sim.aws.Machine.awaitAbsent;
import static dev.butlerlabs.sim.aws.Machine.awaitRunning;
import static dev.butlerlabs.sim.aws.Machine.id;
import static dev.butlerlabs.sim.aws.Machine.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.aws.AwsProvider;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the provider makes of everything that goes wrong. */
@Tag("slow")
class FaultyAwsTest {
    private static final String NAME = "alpha-cp-0";

    private final FaultPlan faults = new FaultPlan(7);
    private final List<AutoCloseable> open = new ArrayList<>();

    private SimulatedAws simulator;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
        assertThat(simulator.complaints()).isEmpty();
    }

    private ConnectedInfrastructure start() {
        return start(SimulationOptions.standard(), Duration.ZERO);
    }

    private ConnectedInfrastructure start(SimulationOptions options, Duration listingLag) {
        simulator = SimulatedAws.start(options.withFaults(faults), listingLag);
        open.add(simulator);
        ConnectedInfrastructure aws = new SimulatedWorld(simulator).connect();
        open.add(aws);
        return aws;
    }

    static Stream<Arguments> everyFaultOfTheWireInEveryOperation() {
        return Stream.of(FaultKind.values())
                .filter(kind -> kind.stage() == FaultKind.Stage.WIRE)
                .flatMap(kind -> Stream.of(
                                SimulatedOperation.CREATE,
                                SimulatedOperation.READ,
                                SimulatedOperation.LIST,
                                SimulatedOperation.UPDATE,
                                SimulatedOperation.DELETE)
                        .map(operation -> Arguments.of(kind, operation)));
    }

    @ParameterizedTest
    @MethodSource("everyFaultOfTheWireInEveryOperation")
    void makesAndRemovesOneMachineWhateverGoesWrong(FaultKind kind, SimulatedOperation operation) {
        ConnectedInfrastructure aws = start();
        faults.order(new FaultSpec(Optional.of(operation), kind, Optional.empty(), 2));

        String id = untilRunning(aws);
        assertThat(simulator.machines()).extracting(SimulatedMachine::id).containsExactly(id);

        persist(
                () -> {
                    aws.machines().delete(id(NAME));
                    return aws.machines().observe(id(NAME));
                },
                MachineState.Absent.class::isInstance);
        assertThat(simulator.machines()).isEmpty();
        assertThat(simulator.leftovers()).isEmpty();
    }

    private static String untilRunning(ConnectedInfrastructure aws) {
        persist(() -> aws.machines().create(spec(NAME)), _ -> true);
        return ((MachineState.Running)
                        persist(() -> aws.machines().observe(id(NAME)), MachineState.Running.class::isInstance))
                .providerId();
    }

    /** Tries until it works, as reconcilers do. */
    private static MachineState persist(Supplier<MachineState> attempt, Predicate<MachineState> wanted) {
        Callable<Optional<MachineState>> survived = () -> {
            try {
                return Optional.of(attempt.get());
            } catch (ButlerException e) {
                return Optional.empty();
            }
        };
        return TestAwait.upTo(Machine.LIMIT, "a successful call")
                .until(survived, state -> state.filter(wanted).isPresent())
                .orElseThrow();
    }

    @Test
    void namesEveryFaultByItsCode() {
        Map<FaultKind, ErrorCode> codes = Map.of(
                FaultKind.REFUSE, ErrorCode.UNREACHABLE,
                FaultKind.LOST_RESPONSE, ErrorCode.UNREACHABLE,
                FaultKind.THROTTLE, ErrorCode.THROTTLED,
                FaultKind.ERROR_STORM, ErrorCode.PROVIDER_TROUBLED,
                FaultKind.UNAUTHORIZED, ErrorCode.UNAUTHENTICATED);
        ConnectedInfrastructure aws = start();

        codes.forEach((kind, code) -> {
            faults.order(new FaultSpec(Optional.of(SimulatedOperation.READ), kind, Optional.empty(), 1));
            assertThatExceptionOfType(ButlerException.class)
                    .as(kind.word())
                    .isThrownBy(() -> aws.machines().observe(id(NAME)))
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo(code));
            persist(() -> aws.machines().observe(id(NAME)), _ -> true);
        });
    }

    @Test
    void takesOverTheMachineWhoseAnswerWasLostAndThatIsNotListedYet() {
        ConnectedInfrastructure aws = start(SimulationOptions.standard(), Duration.ofMillis(400));
        faults.order(FaultSpec.once(SimulatedOperation.CREATE, FaultKind.LOST_RESPONSE));

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> aws.machines().create(spec(NAME)));
        MachineState again = aws.machines().create(spec(NAME));

        assertThat(simulator.machines()).hasSize(1);
        assertThat(again)
                .extracting("providerId")
                .isEqualTo(simulator.machines().getFirst().id());
        awaitRunning(aws, NAME);
    }

    @Test
    void usesAnotherZoneWhereOneIsFull() {
        ConnectedInfrastructure aws = start();
        simulator.fill("eu-central-1a");
        aws.machines().create(spec(NAME));

        assertThat(awaitRunning(aws, NAME).zone()).contains("eu-central-1b");
    }

    @Test
    void waitsWhenEveryZoneIsFull() {
        ConnectedInfrastructure aws = start();
        AwsNetworkLayout.NAMES.forEach(simulator::fill);

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> aws.machines().create(spec(NAME)))
                .withMessageContaining("InsufficientInstanceCapacity")
                .satisfies(failure -> assertThat(FailureClassifier.of(failure)).isEqualTo(FailureClassifier.PASSING));
    }

    @Test
    void keepsToTheZoneThatWasNamedEvenWhenItIsFull() {
        ConnectedInfrastructure aws = start();
        simulator.fill("eu-central-1c");

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> aws.machines().create(spec(NAME, Optional.of("eu-central-1c"), List.of())));
        assertThat(simulator.machines()).isEmpty();
    }

    @Test
    void tellsWhichQuotaIsUsedUpAndWhatToDo() {
        ConnectedInfrastructure aws = start(SimulationOptions.standard().withCapacity(1), Duration.ZERO);
        aws.machines().create(spec(NAME));

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> aws.machines().create(spec("alpha-cp-1")))
                .withMessageContaining("VcpuLimitExceeded")
                .withMessageContaining("vCPU limit of 1")
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.QUOTA))
                .satisfies(failure -> assertThat(failure.hint()).contains("Service Quotas"));
    }

    @Test
    void removesVolumesThatAVanishedMachineLeft() {
        ConnectedInfrastructure aws = start();
        aws.machines().create(spec(NAME, Optional.empty(), List.of(new ExtraDisk(10, null))));
        awaitRunning(aws, NAME);
        simulator.keepVolumes(NAME);
        simulator.vanish(NAME);

        assertThat(aws.machines().observe(id(NAME))).isInstanceOf(MachineState.Leaving.class);
        aws.machines().delete(id(NAME));
        awaitAbsent(aws, NAME);
        assertThat(simulator.leftovers()).isEmpty();
    }

    @Test
    void takesVolumesAlongThatSomebodyMeantToKeep() {
        ConnectedInfrastructure aws = start();
        aws.machines().create(spec(NAME));
        awaitRunning(aws, NAME);
        simulator.keepVolumes(NAME);
        aws.machines().delete(id(NAME));

        awaitAbsent(aws, NAME);
        assertThat(simulator.leftovers()).isEmpty();
    }

    @Test
    void upstream44NoticesWhatHappensToARunningMachine() {
        ConnectedInfrastructure aws = start();
        faults.order(FaultSpec.parse("boot:vanish@cp-0")).order(FaultSpec.parse("boot:stop@cp-1"));
        aws.machines().create(spec(NAME));
        aws.machines().create(spec("alpha-cp-1"));
        awaitRunning(aws, NAME);
        awaitRunning(aws, "alpha-cp-1");

        awaitAbsent(aws, NAME);
        TestAwait.upTo(Machine.LIMIT, "alpha-cp-1 stopped")
                .until(() -> aws.machines().observe(id("alpha-cp-1")), MachineState.Broken.class::isInstance);
    }

    @Test
    void waitsForAnAddressAndForASlowBoot() {
        ConnectedInfrastructure aws = start();
        faults.order(FaultSpec.parse("boot:no-address@cp-0*3")).order(FaultSpec.parse("boot:slow-boot@cp-1"));
        aws.machines().create(spec(NAME));
        aws.machines().create(spec("alpha-cp-1"));

        awaitRunning(aws, NAME);
        awaitRunning(aws, "alpha-cp-1");
        assertThat(faults.happened()).containsKeys(FaultKind.NO_ADDRESS, FaultKind.SLOW_BOOT);
    }

    @Test
    void makesAMachineAgainWhoseInstancesEndedOneAfterAnother() {
        ConnectedInfrastructure aws = start();
        for (int i = 0; i < 4; i++) {
            aws.machines().create(spec(NAME));
            awaitRunning(aws, NAME);
            simulator.vanish(NAME);
            awaitAbsent(aws, NAME);
        }
        aws.machines().create(spec(NAME));

        assertThat(awaitRunning(aws, NAME).providerId())
                .isEqualTo(simulator.machines().getFirst().id());
    }

    @Test
    void neverShowsASecret() {
        simulator = SimulatedAws.start(SimulationOptions.standard());
        open.add(simulator);
        String canary = "canary-0123456789-canary";
        Map<String, String> wrong = Map.of(
                "accessKeyID", AwsApplication.KEY_ID, "secretAccessKey", canary, "sessionToken", canary + "-token");
        AwsWorld world = new SimulatedWorld(simulator);
        try (ConnectedInfrastructure aws = new AwsProvider()
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.aws", world.settings(), new ProblemCollector()),
                        AwsWorld.secret(wrong)))) {
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(() -> aws.machines().create(spec(NAME)))
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED))
                    .satisfies(failure ->
                            assertThat(trace(failure)).doesNotContain("canary").doesNotContain("#!talos"));
            assertThat(aws.toString() + aws.machines()).doesNotContain("canary");
        }
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
