package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.ProviderNetwork.LoadBalancer;
import dev.butlerlabs.core.ipam.TenantAmounts;
import dev.butlerlabs.core.ipam.elastic.ElasticOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How load balancer addresses of tenant clusters are looked after.
 *
 * @param pace between two looks at a cluster
 * @param elastic how long things last before the number of addresses changes; how many is each provider's to say
 */
public record BalancerOptions(Duration pace, ElasticOptions elastic) {
    public BalancerOptions {
        Objects.requireNonNull(pace, "pace");
        Objects.requireNonNull(elastic, "elastic");
    }

    public static BalancerOptions standard() {
        return new BalancerOptions(Duration.ofSeconds(15), ElasticOptions.standard());
    }

    /** For simulated worlds, in which things take no time. */
    public static BalancerOptions brisk() {
        return new BalancerOptions(Duration.ofSeconds(1), ElasticOptions.standard());
    }

    ElasticOptions of(TenantAmounts amounts) {
        return new ElasticOptions(
                Optional.ofNullable(amounts.network().loadBalancer())
                        .map(LoadBalancer::growthIncrement)
                        .orElse(elastic.increment()),
                amounts.mostBalancers().orElse(elastic.most()),
                elastic.patience(),
                elastic.quiet(),
                elastic.horizon());
    }
}
