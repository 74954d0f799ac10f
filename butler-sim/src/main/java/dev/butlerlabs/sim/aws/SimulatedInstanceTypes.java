package dev.butlerlabs.sim.aws;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The instance types of the region: all types that Butler selects, and the general-purpose families that users name.
 */
final class SimulatedInstanceTypes {
    private static final List<String> SMALL = List.of("nano", "micro", "small", "medium", "large", "xlarge", "2xlarge");
    private static final List<String> LARGE =
            List.of("large", "xlarge", "2xlarge", "4xlarge", "8xlarge", "12xlarge", "16xlarge", "24xlarge", "32xlarge");
    private static final List<String> UP_TO_16 = LARGE.subList(0, 7);

    /** Architecture of each type, as images name it. */
    private static final Map<String, String> ARCHITECTURES = Stream.of(
                    types("x86_64", SMALL, "t3", "t3a"),
                    types("arm64", SMALL, "t4g"),
                    types("x86_64", LARGE.subList(0, 8), "m5", "c5", "r5"),
                    types("x86_64", LARGE, "m6i", "c6i", "r6i", "m6a", "c6a", "r6a"),
                    types("x86_64", LARGE.subList(0, 8), "m7i", "c7i", "r7i"),
                    types("arm64", UP_TO_16, "m6g", "c6g", "r6g", "m7g", "c7g", "r7g"))
            .flatMap(group -> group)
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private SimulatedInstanceTypes() {}

    private static Stream<Map.Entry<String, String>> types(
            String architecture, List<String> sizes, String... families) {
        return Stream.of(families)
                .flatMap(family -> sizes.stream().map(size -> Map.entry(family + "." + size, architecture)));
    }

    static boolean exists(String type) {
        return ARCHITECTURES.containsKey(type);
    }

    /**
     * Returns the type.
     *
     * @throws AwsErrorResponse if the type does not exist or cannot run the image
     */
    static String require(String type, SimulatedImages.CloudImage image) {
        String architecture = Optional.ofNullable(ARCHITECTURES.get(type))
                .orElseThrow(() -> AwsErrorResponse.of(
                        "InvalidParameterValue", "Invalid value '%s' for InstanceType.".formatted(type)));
        String needed = image.architecture();
        if (!architecture.equals(needed)) {
            throw AwsErrorResponse.of(
                    "InvalidParameterValue",
                    ("The architecture '%s' of the specified instance type does not match"
                                    + " the architecture '%s' of the specified AMI.")
                            .formatted(architecture, needed));
        }
        return type;
    }
}
