package dev.butlerlabs.core.bootstrap.cleanup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnedResourceDestroyerTest {
    private static final OwnerId OURS = new OwnerId("owner-one");
    private static final OwnerId THEIRS = new OwnerId("owner-two");

    private final Rack rack = new Rack();

    private OwnedResourceDestroyer destroyer() {
        return destroyer(Progress.unseen());
    }

    private OwnedResourceDestroyer destroyer(Progress progress) {
        return new OwnedResourceDestroyer(
                rack,
                new ProgressReporter(progress, Clock.systemUTC()),
                Clock.systemUTC(),
                Duration.ofMillis(1),
                Duration.ofSeconds(20));
    }

    private static OwnedResource machine(String name, OwnerId owner) {
        return new OwnedResource("machine", name, name + "-id", owner);
    }

    @Test
    void removesWhatIsOursAndNothingElse() {
        rack.things.add(machine("demo-cp-0", OURS));
        rack.things.add(machine("demo-cp-1", OURS));
        rack.things.add(machine("other-cp-0", THEIRS));
        DeletionReceipt receipt = destroyer().destroy(OURS);
        assertThat(receipt.isClean()).isTrue();
        assertThat(receipt.removed()).hasSize(2);
        assertThat(receipt.others().vanished()).isEmpty();
        assertThat(rack.things).containsExactly(machine("other-cp-0", THEIRS));
    }

    @Test
    void reportsTheMachinesThatItDeletes() {
        List<String> reported = new ArrayList<>();
        rack.things.add(new OwnedResource("virtual machine", "demo-cp-0", "1", OURS));
        rack.things.add(new OwnedResource("volume", "demo-cp-0-disk", "2", OURS));
        rack.things.add(new OwnedResource("virtual machine", "other-cp-0", "3", THEIRS));
        Progress progress = event -> {
            if (event instanceof ProgressEvent.MachineChanged machine) {
                reported.add(machine.machine() + " " + machine.state().word());
            }
        };
        destroyer(progress).destroy(OURS);
        assertThat(reported).containsExactly("demo-cp-0 deleting", "demo-cp-0 deleted");
    }

    @Test
    void waitsOutTroubleThatPasses() {
        rack.things.add(machine("demo-cp-0", OURS));
        rack.troubles = 3;
        assertThat(destroyer().destroy(OURS).isClean()).isTrue();
    }

    @Test
    void removesWhatALateRequestStillBringsAbout() {
        rack.late = List.of(machine("demo-cp-1", OURS));
        rack.things.add(machine("demo-cp-0", OURS));
        DeletionReceipt receipt = destroyer().destroy(OURS);
        assertThat(rack.things).isEmpty();
        assertThat(receipt.before()).hasSize(2);
    }

    @Test
    void refusesToGuessAmongOwners() {
        rack.things.add(machine("demo-cp-0", OURS));
        rack.things.add(machine("demo-cp-0", THEIRS));
        assertThatThrownBy(() -> destroyer().ownerOf("demo-cp-0")).hasMessageContaining("several owners");
        assertThat(destroyer().ownerOf("demo-cp")).isEmpty();
    }

    /** An infrastructure that takes a moment to remove things. */
    private static final class Rack implements ConnectedInfrastructure {
        private final List<OwnedResource> things = new ArrayList<>();
        private List<OwnedResource> late = List.of();
        private int troubles;

        @Override
        public List<OwnedResource> owned() {
            if (troubles-- > 0) {
                throw new ButlerException(ErrorCode.PROVIDER_TROUBLED, "The rack is out of breath.");
            }
            return List.copyOf(things);
        }

        @Override
        public void remove(OwnedResource resource) {
            things.remove(resource);
            things.addAll(late);
            late = List.of();
        }

        @Override
        public MachineOperations machines() {
            throw new AssertionError("removing asks nothing about single machines");
        }

        @Override
        public List<PreflightCheck> preflight(PreflightInput plan) {
            return List.of();
        }

        @Override
        public String version() {
            return "1";
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
