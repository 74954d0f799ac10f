package dev.butlerlabs.sim.aws;

import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.ImageSource;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.fault.FaultPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.Snapshot;

/** An image factory, and something that speaks the API of AWS, for tests of images. */
abstract class AwsImageFixture {
    static final long BYTES = 6_000_000;
    static final ImageId IMAGE = image("amd64");

    final SimulatedImageFactory factory = SimulatedImageFactory.start(
            ImageFactoryOptions.standard().withImageBytes(BYTES).withFaults(new FaultPlan(1)));
    final ImageFactoryClient client = new ImageFactoryClient(
            new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty()), Duration.ofSeconds(30));
    AwsWorld world;
    ConnectedInfrastructure infrastructure;
    ImageOperations images;

    abstract AwsWorld world();

    @BeforeEach
    void connect() {
        world = world();
        infrastructure = world.connect();
        images = infrastructure.images().orElseThrow();
    }

    @AfterEach
    void close() {
        infrastructure.close();
        world.close();
        client.close();
        factory.close();
    }

    static ImageId image(String architecture) {
        return new ImageId(SimulatedImageFactory.PLAIN, "v1.12.1", architecture, "aws", "raw.gz");
    }

    BootImageSpec upload() {
        return upload(IMAGE);
    }

    BootImageSpec upload(ImageId id) {
        long length = client.prepare(id);
        return new BootImageSpec(id, id.usualName(), new ImageSource.Upload(length, () -> client.download(id, length)));
    }

    List<Image> registered() {
        try (AwsTruth truth = world.truth()) {
            return truth.ec2
                    .describeImages(request -> request.owners("self").filters(tag()))
                    .images();
        }
    }

    List<Snapshot> snapshots() {
        try (AwsTruth truth = world.truth()) {
            return truth.ec2
                    .describeSnapshots(request -> request.ownerIds("self").filters(tag()))
                    .snapshots();
        }
    }

    private static Filter tag() {
        return Filter.builder()
                .name("tag:" + OwnershipTags.IMAGE)
                .values(IMAGE.digest())
                .build();
    }
}
