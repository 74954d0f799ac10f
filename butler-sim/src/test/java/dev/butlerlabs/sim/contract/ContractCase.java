package dev.butlerlabs.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * What every provider must do. A case leaves nothing of its own behind, which is checked after it; names and owner are its own, so
 * that cases may share a world.
 */
enum ContractCase {
    CREATES_ONCE {
        @Override
        void play(Stage stage) {
            MachineSpec spec = stage.spec("once");
            MachineState.Running running = stage.hand().run(spec);
            assertThat(stage.named(spec))
                    .singleElement()
                    .satisfies(machine -> assertThat(machine.address())
                            .contains(running.addresses().getFirst()));
            stage.hand().remove(spec.id());
        }
    },
    CREATING_TWICE_IS_CREATING_ONCE {
        @Override
        void play(Stage stage) {
            MachineSpec spec = stage.spec("twice");
            stage.hand().insist(() -> stage.machines().create(spec));
            stage.hand().insist(() -> stage.machines().create(spec));
            MachineState.Running running = stage.hand().run(spec);
            MachineState again = stage.hand().insist(() -> stage.machines().create(spec));
            assertThat(again)
                    .isInstanceOfSatisfying(
                            MachineState.Running.class,
                            state -> assertThat(state.providerId()).isEqualTo(running.providerId()));
            assertThat(stage.named(spec)).hasSize(1);
            stage.hand().remove(spec.id());
        }
    },
    HEALS_WHAT_TWO_CREATORS_MADE_AT_ONCE {
        @Override
        void play(Stage stage) {
            MachineSpec spec = stage.spec("race");
            stage.atOnce(2, i -> stage.hand().insist(() -> stage.machines().create(spec)));
            stage.hand().run(spec);
            TestAwait.upTo(Hand.LIMIT, "exactly one machine").until(() -> {
                stage.hand().insist(() -> stage.machines().create(spec));
                return stage.named(spec).size() == 1;
            });
            stage.hand().run(spec);
            stage.hand().remove(spec.id());
        }
    },
    ADOPTS_WHAT_AN_EARLIER_PROCESS_MADE {
        @Override
        void play(Stage stage) {
            MachineSpec spec = stage.spec("adopted");
            MachineState.Running made = stage.hand().run(spec);
            try (ConnectedInfrastructure later = stage.world().connect()) {
                Hand hand = new Hand(later, true);
                assertThat(hand.run(spec)).isEqualTo(made);
                assertThat(stage.named(spec)).hasSize(1);
                hand.remove(spec.id());
            }
        }
    },
    REFUSES_A_NAME_THAT_IS_TAKEN_AND_LEAVES_ITS_HOLDER_ALONE {
        @Override
        void play(Stage stage) {
            MachineSpec spec = stage.spec("taken");
            stage.world().plantForeign(spec.id().name());
            SimulatedMachine before = stage.named(spec).getFirst();
            assertThat(stage.hand().observe(spec.id())).isInstanceOf(MachineState.Absent.class);
            stage.assertRefused(spec);
            stage.hand().delete(spec.id());
            assertThat(stage.hand().observe(spec.id())).isInstanceOf(MachineState.Absent.class);
            assertThat(stage.named(spec)).singleElement().satisfies(after -> {
                assertThat(after.id()).isEqualTo(before.id());
                assertThat(after.marks()).isEqualTo(before.marks());
                assertThat(after.power()).isNotEqualTo(SimulatedMachine.Power.LEAVING);
            });
            stage.world().vanish(spec.id().name());
            TestAwait.upTo(Hand.LIMIT, "the other machine deleted")
                    .until(() -> stage.named(spec).isEmpty());
        }
    },
    KEEPS_OWNERS_APART {
        @Override
        void play(Stage stage) {
            MachineSpec ours = stage.spec("shared");
            MachineSpec theirs =
                    Hand.spec(ours.id().name(), new OwnerId(ours.id().owner().uid() + "-other"));
            MachineState.Running running = stage.hand().run(ours);
            assertThat(stage.hand().observe(theirs.id())).isInstanceOf(MachineState.Absent.class);
            stage.assertRefused(theirs);
            stage.hand().delete(theirs.id());
            assertThat(stage.hand().observe(ours.id())).isEqualTo(running);
            stage.hand().remove(ours.id());
        }
    },
    DELETING_TWICE_IS_DELETING_ONCE {
        @Override
        void play(Stage stage) {
            MachineSpec spec = stage.spec("gone");
            stage.hand().run(spec);
            stage.hand().delete(spec.id());
            stage.hand().delete(spec.id());
            stage.hand().remove(spec.id());
            stage.hand().delete(spec.id());
            assertThat(stage.hand().observe(spec.id())).isInstanceOf(MachineState.Absent.class);
        }
    },
    DELETES_WHAT_IS_HALF_MADE {
        @Override
        void play(Stage stage) {
            MachineSpec spec = stage.spec("half");
            try {
                stage.machines().create(spec);
            } catch (ButlerException e) {
                // However far it came, nothing of it may stay.
                assertThat(e.getMessage()).isNotBlank();
            }
            stage.hand().remove(spec.id());
        }
    },
    REMOVES_WHAT_A_VANISHED_MACHINE_LEFT {
        @Override
        void play(Stage stage) {
            MachineSpec spec = stage.spec("vanished");
            stage.hand().run(spec);
            stage.world().vanish(spec.id().name());
            TestAwait.upTo(Hand.LIMIT, "the machine not running")
                    .until(() -> !(stage.hand().observe(spec.id()) instanceof MachineState.Running));
            stage.hand().remove(spec.id());
        }
    },
    SEES_THAT_A_MACHINE_STOPPED {
        @Override
        void play(Stage stage) {
            MachineSpec spec = stage.spec("stopped");
            stage.hand().run(spec);
            stage.world().stop(spec.id().name());
            TestAwait.upTo(Hand.LIMIT, "the stopped machine observed")
                    .until(() -> stage.hand().observe(spec.id()) instanceof MachineState.Broken);
            stage.hand().remove(spec.id());
        }
    },
    LISTS_AND_REMOVES_WHAT_IS_OWNED_BY_THE_MARKS_ALONE {
        @Override
        void play(Stage stage) {
            MachineSpec first = stage.spec("owned-a");
            MachineSpec second = stage.spec("owned-b");
            MachineSpec stranger = stage.spec("owned-c");
            stage.world().plantForeign(stranger.id().name());
            stage.hand().run(first);
            stage.hand().run(second);
            assertThat(stage.owned())
                    .extracting(OwnedResource::name)
                    .contains(first.id().name(), second.id().name());
            TestAwait.upTo(Hand.LIMIT, "no owned resources").until(() -> {
                List<OwnedResource> left = stage.owned();
                left.forEach(resource -> stage.hand().insist(() -> {
                    stage.hand().infrastructure().remove(resource);
                    return true;
                }));
                return left.isEmpty();
            });
            assertThat(stage.hand().observe(first.id())).isInstanceOf(MachineState.Absent.class);
            assertThat(stage.named(stranger)).hasSize(1);
            stage.world().vanish(stranger.id().name());
            TestAwait.upTo(Hand.LIMIT, "the other machine deleted")
                    .until(() -> stage.named(stranger).isEmpty());
        }
    },
    MAKES_MANY_AT_ONCE {
        @Override
        void play(Stage stage) {
            int machines = stage.hand().isDisturbed() ? MANY_WITH_A_FAULT : MANY;
            stage.atOnce(machines, i -> stage.hand().run(stage.spec("many-" + i)));
            for (int i = 0; i < machines; i++) {
                assertThat(stage.named(stage.spec("many-" + i))).hasSize(1);
            }
            stage.atOnce(machines, i -> {
                stage.hand().remove(stage.spec("many-" + i).id());
                return true;
            });
        }
    };

    private static final int MANY = 20;
    /** A fault occurs once or twice, so that more machines would only repeat the case without a fault. */
    private static final int MANY_WITH_A_FAULT = Fault.ALL ? MANY : 6;

    /** The faults of this case: creation and deletion run with every fault at every type of request. */
    List<Fault> faults() {
        return this == CREATES_ONCE
                        || this == DELETES_WHAT_IS_HALF_MADE
                        || (this == CREATING_TWICE_IS_CREATING_ONCE && Fault.ALL)
                ? Fault.everyKindEverywhere()
                : Fault.everyKind();
    }

    /** Plays the case, with whatever faults are ordered. */
    abstract void play(Stage stage);

    /** Where a case is played. */
    record Stage(ContractWorld world, Hand hand, String prefix, OwnerId owner) {
        MachineSpec spec(String name) {
            return Hand.spec(prefix + "-" + name, owner);
        }

        MachineOperations machines() {
            return hand.infrastructure().machines();
        }

        /** The truth: the machines of this name, whoever owns them, but for those on their way out. */
        List<SimulatedMachine> named(MachineSpec spec) {
            return world.machines().stream()
                    .filter(machine -> machine.name().equals(spec.id().name()))
                    .filter(machine -> machine.power() != SimulatedMachine.Power.LEAVING)
                    .toList();
        }

        List<OwnedResource> owned() {
            return hand.insist(() -> hand.infrastructure().owned()).stream()
                    .filter(resource -> resource.owner().equals(owner))
                    .toList();
        }

        void assertRefused(MachineSpec spec) {
            ButlerException refusal = catchThrowableOfType(
                    ButlerException.class, () -> hand.insist(() -> machines().create(spec)));
            assertThat(refusal).isNotNull();
            assertThat(refusal.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);
        }

        <T> void atOnce(int times, IntFunction<T> work) {
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<T>> results = new ArrayList<>();
                for (int i = 0; i < times; i++) {
                    int number = i;
                    results.add(threads.submit(() -> work.apply(number)));
                }
                for (Future<T> result : results) {
                    result.get();
                }
            } catch (ExecutionException e) {
                throw new AssertionError(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
