package dev.butlerlabs.sim.tenant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/**
 * The rolling update of a MachineDeployment.
 *
 * @param surge how many machines may exist in addition to the requested number
 * @param unavailable how many of the requested machines may be missing
 */
record RolloutStrategy(int surge, int unavailable) {
    private static final String ROLLING_UPDATE = "RollingUpdate";

    /** Reads a MachineDeployment of the storage version. Percentages of the machines round up for surge, and down for unavailable. */
    static RolloutStrategy of(GenericKubernetesResource deployment) {
        int machines = UnstructuredObject.number(deployment, "spec", "replicas");
        int surge = resolve(field(deployment, "maxSurge"), 1, machines, 99);
        int unavailable = resolve(field(deployment, "maxUnavailable"), 0, machines, 0);
        // Percentages of few machines may both be 0, which would never replace a machine.
        return new RolloutStrategy(surge, surge == 0 ? Math.max(1, unavailable) : unavailable);
    }

    private static Optional<Object> field(GenericKubernetesResource deployment, String name) {
        return Optional.ofNullable(deployment.get("spec", "rollout", "strategy", "rollingUpdate", name));
    }

    private static int resolve(Optional<Object> value, int otherwise, int machines, int rounding) {
        return value.map(found -> found instanceof Number number
                        ? number.intValue()
                        : (Integer.parseInt(found.toString().replace("%", "")) * machines + rounding) / 100)
                .orElse(otherwise);
    }

    /** Moves the strategy of a v1beta1 spec to where v1beta2 has it. */
    static void upgrade(ObjectNode spec) {
        JsonNode strategy = spec.remove("strategy");
        if (strategy != null) {
            requireRollingUpdate(strategy);
            spec.withObjectProperty("rollout").set("strategy", strategy);
        }
    }

    static void downgrade(ObjectNode spec) {
        JsonNode rollout = spec.remove("rollout");
        if (rollout != null && rollout.has("strategy")) {
            requireRollingUpdate(rollout.get("strategy"));
            spec.set("strategy", rollout.get("strategy"));
        }
    }

    private static void requireRollingUpdate(JsonNode strategy) {
        if (!strategy.path("type").asText(ROLLING_UPDATE).equals(ROLLING_UPDATE)) {
            throw new IllegalArgumentException("the simulator does not convert the strategy %s of MachineDeployments"
                    .formatted(strategy.path("type").asText()));
        }
    }
}
