package dev.butlerlabs.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.DynamicTest;

/** The contract, played on one world: every case under every fault, and what has nothing to do with faults once. */
public final class ProviderContract implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final ContractWorld world;
    /** One connection for all, as in a process that lives long; it is opened by the first case that needs it. */
    private final Once<ConnectedInfrastructure> infrastructure;

    public ProviderContract(ContractWorld world) {
        this.world = world;
        this.infrastructure = new Once<>(world::connect);
    }

    private static final class Once<T> implements Supplier<T> {
        private final Supplier<T> source;
        private Optional<T> value = Optional.empty();

        private Once(Supplier<T> source) {
            this.source = source;
        }

        @Override
        public synchronized T get() {
            value = value.or(() -> Optional.of(source.get()));
            return value.get();
        }
    }

    /** Case and fault runs that were played to their end so far. */
    public static int runs() {
        return RUNS.get();
    }

    public List<DynamicTest> tests() {
        List<DynamicTest> tests = new ArrayList<>();
        for (ContractCase example : ContractCase.values()) {
            for (Fault fault : world.hasFaults() ? example.faults() : List.of(Fault.NONE)) {
                tests.add(DynamicTest.dynamicTest(
                        "%s %s, with %s".formatted(world.provider(), words(example), fault),
                        () -> play(example, fault)));
            }
        }
        tests.add(DynamicTest.dynamicTest(world.provider() + " passes its own preflight", this::preflight));
        tests.add(DynamicTest.dynamicTest(world.provider() + " tells its version", this::version));
        if (!world.credentials().isEmpty()) {
            tests.add(DynamicTest.dynamicTest(world.provider() + " refuses wrong credentials", this::wrongCredentials));
        }
        return tests;
    }

    private static String words(ContractCase example) {
        return example.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    void play(ContractCase example, Fault fault) {
        String prefix = "c" + NUMBERS.incrementAndGet();
        List<String> leftBefore = world.leftovers();
        int struckBefore = struck();
        try {
            fault.order().ifPresent(world.faults()::order);
            Hand hand = new Hand(infrastructure.get(), !fault.isNone());
            example.play(new ContractCase.Stage(world, hand, prefix, new OwnerId("owner-" + prefix)));
        } finally {
            world.faults().clear();
        }
        if (fault.isCertain()) {
            assertThat(struck()).isGreaterThan(struckBefore);
        }
        assertNothingIsLeft(prefix, leftBefore);
        RUNS.incrementAndGet();
    }

    private int struck() {
        return world.faults().happened().values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** By the simulator's truth, not by what the provider sees. */
    private void assertNothingIsLeft(String prefix, List<String> leftBefore) {
        assertThat(world.machines()).noneMatch(machine -> machine.name().startsWith(prefix + "-"));
        assertThat(leftBefore).containsAll(world.leftovers());
    }

    /** Closes the connection and the world. */
    @Override
    public void close() {
        infrastructure.value.ifPresent(ConnectedInfrastructure::close);
        world.close();
    }

    private void preflight() {
        try (ConnectedInfrastructure infrastructure = world.connect()) {
            PreflightInput plan =
                    new PreflightInput(List.of(Hand.spec("planned", new OwnerId("owner-planned"))), Optional.empty());
            List<PreflightCheck> checks = infrastructure.preflight(plan);
            assertThat(checks).isNotEmpty();
            assertThat(checks)
                    .allSatisfy(check -> assertThat(check.run())
                            .as(check.name())
                            .isInstanceOfAny(PreflightCheck.Result.Passed.class, PreflightCheck.Result.Unknown.class));
        }
    }

    private void version() {
        try (ConnectedInfrastructure infrastructure = world.connect()) {
            assertThat(infrastructure.version()).isNotBlank();
            infrastructure
                    .loadBalancers()
                    .ifPresent(balancers -> assertThat(
                                    balancers.observe(new LoadBalancerId("nobody", new OwnerId("owner-nobody"))))
                            .isNotNull());
        }
    }

    private void wrongCredentials() {
        try (ConnectedInfrastructure infrastructure = world.connect(WrongCredentials.of(world.credentials()))) {
            Hand hand = new Hand(infrastructure, false);
            ButlerException refusal = null;
            try {
                hand.insist(() -> infrastructure
                        .machines()
                        .observe(Hand.spec("x", new OwnerId("owner-x")).id()));
            } catch (ButlerException e) {
                refusal = e;
            }
            assertThat(refusal).isNotNull();
            assertThat(refusal.code()).isIn(ErrorCode.UNAUTHENTICATED, ErrorCode.FORBIDDEN);
        }
    }
}
