package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.ProviderNetwork.LoadBalancer;
import dev.butlerlabs.core.ipam.TenantAddressDefaults;
import dev.butlerlabs.core.ipam.elastic.PoolScalingOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of the load balancer address controller.
 *
 * @param pace the interval at which a cluster is reconciled
 * @param elastic the delays before the number of addresses changes; the increments are set by each provider
 */
public record LoadBalancerOptions(Duration pace, PoolScalingOptions elastic) {
    public LoadBalancerOptions {
        Objects.requireNonNull(pace, "pace");
        Objects.requireNonNull(elastic, "elastic");
    }

    public static LoadBalancerOptions standard() {
        return new LoadBalancerOptions(Duration.ofSeconds(15), PoolScalingOptions.standard());
    }

    /** Returns short intervals for simulated environments. */
    public static LoadBalancerOptions brisk() {
        return new LoadBalancerOptions(Duration.ofSeconds(1), PoolScalingOptions.standard());
    }

    PoolScalingOptions of(TenantAddressDefaults amounts) {
        return new PoolScalingOptions(
                Optional.ofNullable(amounts.network().loadBalancer())
                        .map(LoadBalancer::growthIncrement)
                        .orElse(elastic.increment()),
                amounts.mostBalancers().orElse(elastic.most()),
                elastic.patience(),
                elastic.quiet(),
                elastic.horizon());
    }
}
