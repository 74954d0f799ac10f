package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan;

/** Changed plans for tests. */
final class BootstrapStepWorldPlans {
    private BootstrapStepWorldPlans() {}

    /** The same plan with the configuration as user data. */
    static ManagementClusterPlan withUserData(ManagementClusterPlan plan) {
        return ManagementClusterPlan.of(
                BootstrapStepWorld.withDelivery(plan.spec(), ConfigDelivery.USER_DATA), plan.profile());
    }
}
