package dev.butlerlabs.sim.aws;

import static dev.butlerlabs.sim.aws.Machine.awaitAbsent;
import static dev.butlerlabs.sim.aws.Machine.awaitRunning;
import static dev.butlerlabs.sim.aws.Machine.id;
import static dev.butlerlabs.sim.aws.Machine.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.core.testing.TestAwait;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.GroupIdentifier;
import software.amazon.awssdk.services.ec2.model.Instance;

/** What the provider does with machines, on whatever speaks the API of AWS. */
abstract class AwsCases {
    private static final String NAME = "alpha-cp-0";

    AwsWorld world;
    ConnectedInfrastructure aws;
    AwsTruth truth;

    abstract AwsWorld world();

    @BeforeEach
    void connect() {
        world = world();
        aws = world.connect();
        truth = world.truth();
    }

    @AfterEach
    void close() {
        if (world != null) {
            truth.close();
            aws.close();
            world.close();
        }
    }

    @Test
    void makesAMachineOnceHoweverOftenItIsAskedFor() {
        aws.machines().create(spec(NAME));
        aws.machines().create(spec(NAME));
        MachineState.Running running = awaitRunning(aws, NAME);
        aws.machines().create(spec(NAME));

        assertThat(truth.living(NAME)).extracting(Instance::instanceId).containsExactly(running.providerId());
        assertThat(running.addresses()).isNotEmpty();
        assertThat(running.macAddress()).isPresent();
    }

    @Test
    void upstream42GivesAnAdoptedMachineItsProviderId() {
        aws.machines().create(spec(NAME));
        String made = truth.living(NAME).getFirst().instanceId();

        try (ConnectedInfrastructure anotherProcess = world.connect()) {
            MachineState adopted = anotherProcess.machines().create(spec(NAME));
            assertThat(adopted).extracting("providerId").isEqualTo(made);
        }
    }

    @Test
    void upstream42SpreadsMachinesOverZonesAndUsesEverySecurityGroup() {
        for (int i = 0; i < 3; i++) {
            aws.machines().create(spec("alpha-cp-" + i));
            MachineState.Running running = awaitRunning(aws, "alpha-cp-" + i);
            assertThat(running.zone()).contains(world.zones().get(i));
        }
        List<?> groups = (List<?>) world.settings().get("securityGroupIDs");
        assertThat(groups).hasSize(2);
        assertThat(groups(truth.living(NAME).getFirst()))
                .containsExactlyInAnyOrderElementsOf(
                        groups.stream().map(Object::toString).toList());
    }

    private static List<String> groups(Instance instance) {
        List<String> groups =
                instance.securityGroups().stream().map(GroupIdentifier::groupId).toList();
        return groups.isEmpty()
                ? instance.networkInterfaces().getFirst().groups().stream()
                        .map(GroupIdentifier::groupId)
                        .toList()
                : groups;
    }

    @Test
    void upstream42ChoosesATypeThatFitsUnlessOneIsGiven() {
        aws.machines().create(spec(NAME));
        try (ConnectedInfrastructure given = world.connect(Map.of("instanceType", "m5.2xlarge"))) {
            given.machines().create(spec("alpha-cp-1"));
        }

        assertThat(truth.living(NAME).getFirst().instanceTypeAsString()).isEqualTo("m6i.xlarge");
        assertThat(truth.living("alpha-cp-1").getFirst().instanceTypeAsString()).isEqualTo("m5.2xlarge");
    }

    @Test
    void putsAMachineIntoTheZoneThatIsNamed() {
        String last = world.zones().getLast();
        aws.machines().create(spec(NAME, Optional.of(last), List.of()));

        assertThat(awaitRunning(aws, NAME).zone()).contains(last);
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> aws.machines().create(spec("alpha-cp-1", Optional.of("mars-1a"), List.of())))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    void marksInstancesAndVolumesAtLaunch() {
        aws.machines().create(spec(NAME, Optional.empty(), List.of(new ExtraDisk(20, null), new ExtraDisk(30, "gp2"))));
        awaitRunning(aws, NAME);

        Map<String, String> tags = AwsTruth.tags(truth.living(NAME).getFirst().tags());
        assertThat(tags)
                .containsAllEntriesOf(OwnershipTags.marks(id(NAME)))
                .containsEntry("Name", NAME)
                .containsEntry("cluster", "alpha");
        assertThat(truth.volumes(NAME))
                .extracting(volume -> volume.size() + " " + volume.volumeTypeAsString())
                .containsExactlyInAnyOrder("50 gp3", "20 gp3", "30 gp2");
        assertThat(truth.volumes(NAME))
                .allSatisfy(volume ->
                        assertThat(AwsTruth.tags(volume.tags())).containsAllEntriesOf(OwnershipTags.marks(id(NAME))));
    }

    @Test
    void removesAMachineWithItsVolumesAndMakesItAgain() {
        aws.machines().create(spec(NAME, Optional.empty(), List.of(new ExtraDisk(20, null))));
        String first = awaitRunning(aws, NAME).providerId();
        aws.machines().delete(id(NAME));
        aws.machines().delete(id(NAME));
        awaitAbsent(aws, NAME);
        assertThat(truth.living(NAME)).isEmpty();
        assertThat(truth.volumes(NAME)).isEmpty();

        aws.machines().create(spec(NAME, Optional.empty(), List.of(new ExtraDisk(20, null))));
        assertThat(awaitRunning(aws, NAME).providerId()).isNotEqualTo(first);
    }

    @Test
    void removingWhatNeverWasIsFine() {
        aws.machines().delete(id(NAME));

        assertThat(aws.machines().observe(id(NAME))).isEqualTo(new MachineState.Absent());
    }

    @Test
    void leavesSomebodyElsesMachineOfTheNameAlone() {
        String foreign = truth.plant(Map.of("Name", NAME));

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> aws.machines().create(spec(NAME)))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
        assertThat(aws.machines().observe(id(NAME))).isEqualTo(new MachineState.Absent());
        aws.machines().delete(id(NAME));
        assertThat(truth.living(NAME)).extracting(Instance::instanceId).containsExactly(foreign);
    }

    @Test
    void leavesAnotherClustersMachineOfTheNameAlone() {
        Map<String, String> theirs = new HashMap<>(OwnershipTags.marks(new MachineId(NAME, Machine.SOMEBODY_ELSE)));
        theirs.put("Name", NAME);
        String foreign = truth.plant(theirs);

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> aws.machines().create(spec(NAME)))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
        aws.machines().delete(id(NAME));
        assertThat(truth.living(NAME)).extracting(Instance::instanceId).containsExactly(foreign);
    }

    @Test
    void keepsTheOldestOfSeveralAndEndsTheOthers() {
        Map<String, String> ours = new HashMap<>(OwnershipTags.marks(id(NAME)));
        ours.put("Name", NAME);
        Set<String> all = Set.of(truth.plant(ours), plantedAgain(ours));
        assertThat(truth.living(NAME)).hasSize(2);

        MachineState kept = aws.machines().create(spec(NAME));

        assertThat(truth.living(NAME))
                .hasSize(1)
                .extracting(Instance::instanceId)
                .first()
                .isIn(all);
        assertThat(kept)
                .extracting("providerId")
                .isEqualTo(truth.living(NAME).getFirst().instanceId());
    }

    private String plantedAgain(Map<String, String> tags) {
        Map<String, String> others = new HashMap<>(tags);
        others.put("twin", "yes");
        return truth.plant(others);
    }

    @Test
    void seesAStoppedMachine() {
        aws.machines().create(spec(NAME));
        String id = awaitRunning(aws, NAME).providerId();
        truth.ec2.stopInstances(request -> request.instanceIds(id));

        MachineState seen = TestAwait.upTo(Machine.LIMIT, "the machine stopped")
                .until(() -> aws.machines().observe(id(NAME)), MachineState.Broken.class::isInstance);
        assertThat(seen).extracting("reason").isEqualTo("VMStopped");
    }

    @Test
    void seesThatAMachineIsGone() {
        aws.machines().create(spec(NAME));
        String id = awaitRunning(aws, NAME).providerId();
        truth.ec2.terminateInstances(request -> request.instanceIds(id));

        awaitAbsent(aws, NAME);
    }

    @Test
    void listsAndRemovesEverythingItOwnsByTheMarksAlone() {
        truth.plant(Map.of("Name", "bystander"));
        aws.machines().create(spec(NAME));
        aws.machines().create(spec("alpha-cp-1"));
        awaitRunning(aws, NAME);
        awaitRunning(aws, "alpha-cp-1");

        assertThat(aws.owned())
                .filteredOn(thing -> thing.type().equals("instance"))
                .extracting(OwnedResource::name)
                .containsExactlyInAnyOrder(NAME, "alpha-cp-1");
        assertThat(aws.owned()).allSatisfy(thing -> assertThat(thing.owner()).isEqualTo(Machine.OWNER));

        TestAwait.upTo(Machine.LIMIT, "all owned resources deleted")
                .until(
                        () -> {
                            List<OwnedResource> left = aws.owned();
                            left.forEach(aws::remove);
                            return left;
                        },
                        List::isEmpty);
        assertThat(truth.living("bystander")).hasSize(1);
    }
}
