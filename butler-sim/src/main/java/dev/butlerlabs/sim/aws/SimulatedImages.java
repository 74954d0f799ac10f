package dev.butlerlabs.sim.aws;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The published images. */
final class SimulatedImages {
    static final String TALOS_ACCOUNT = "540036508848";
    static final String PRIVATE = "ami-0b0071e5000000001";

    static final List<CloudImage> ALL = all();

    private SimulatedImages() {}

    /**
     * An image.
     *
     * @param snapshot snapshot of the account that it was registered from
     */
    record CloudImage(
            String id,
            String name,
            String owner,
            String architecture,
            String created,
            int rootGiB,
            Map<String, String> tags,
            Optional<String> snapshot) {
        CloudImage(String id, String name, String owner, String architecture, String created, int rootGiB) {
            this(id, name, owner, architecture, created, rootGiB, Map.of(), Optional.empty());
        }
    }

    private static List<CloudImage> all() {
        List<CloudImage> images = new ArrayList<>();
        images.add(
                new CloudImage(PRIVATE, "golden", AwsNetworkLayout.ACCOUNT, "x86_64", "2026-01-02T00:00:00.000Z", 8));
        List<String> releases = List.of("v1.11.9", "v1.12.2", "v1.13.9", "v1.14.0-alpha.1");
        for (int i = 0; i < releases.size(); i++) {
            images.add(talos("ami-0b0071e500000a" + i, releases.get(i), "amd64", "x86_64", i));
            images.add(talos("ami-0b0071e500000b" + i, releases.get(i), "arm64", "arm64", i));
        }
        // A patch release of an older minor version, published after the latest one.
        images.add(talos("ami-0b0071e500000a9", "v1.12.3", "amd64", "x86_64", 9));
        return List.copyOf(images);
    }

    private static CloudImage talos(String id, String release, String word, String architecture, int day) {
        return new CloudImage(
                id,
                "talos-%s-%s-%s".formatted(release, AwsNetworkLayout.REGION, word),
                TALOS_ACCOUNT,
                architecture,
                "2026-03-0%dT00:00:00.000Z".formatted(day + 1 > 9 ? 9 : day + 1),
                8);
    }
}
