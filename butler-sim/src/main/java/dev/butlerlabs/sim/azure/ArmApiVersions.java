package dev.butlerlabs.sim.azure;

import java.util.Map;

/** The API version that the simulator supports for each type. */
final class ArmApiVersions {
    static final String COMPUTE = "2026-04-01";

    static final String DISKS = "2026-03-02";
    private static final String NETWORK = "2026-03-01";
    private static final Map<String, String> VERSIONS = Map.of(
            "microsoft.compute/disks",
            DISKS,
            "microsoft.compute/disks/begingetaccess",
            DISKS,
            "microsoft.compute/disks/endgetaccess",
            DISKS,
            "microsoft.compute/locations/diskoperations",
            DISKS,
            "microsoft.compute/skus",
            "2021-07-01",
            "microsoft.compute/galleries/images/versions",
            "2026-03-03",
            "microsoft.authorization/permissions",
            "2022-04-01");

    private ArmApiVersions() {}

    static void require(ArmTarget target) {
        String given = target.query().get("api-version");
        if (given == null) {
            throw ArmException.invalid(
                    "MissingApiVersionParameter",
                    "The api-version query parameter (?api-version=) is required for all requests.");
        }
        String known =
                VERSIONS.getOrDefault(target.type(), target.type().startsWith("microsoft.network") ? NETWORK : COMPUTE);
        if (!known.equals(given)) {
            throw ArmException.invalid(
                    "InvalidApiVersionParameter",
                    "The api-version '%s' is invalid. The supported versions are '%s'.".formatted(given, known));
        }
    }
}
