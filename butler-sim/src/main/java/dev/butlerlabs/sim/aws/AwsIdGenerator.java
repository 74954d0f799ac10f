package dev.butlerlabs.sim.aws;

import java.util.concurrent.atomic.AtomicLong;

/** Generates unique IDs in the formats of AWS. */
final class AwsIdGenerator {
    private final AtomicLong last = new AtomicLong();

    String next(String prefix) {
        return "%s-0b0071e5%09x".formatted(prefix, last.incrementAndGet());
    }

    String mac() {
        long number = last.incrementAndGet();
        return "06:b0:%02x:%02x:%02x:%02x"
                .formatted(number >> 24 & 0xff, number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff);
    }

    /** Returns the ARN of a load balancer resource. */
    String arn(String kind, String name) {
        return "arn:aws:elasticloadbalancing:%s:%s:%s/%s/%016x"
                .formatted(AwsNetworkLayout.REGION, AwsNetworkLayout.ACCOUNT, kind, name, last.incrementAndGet());
    }
}
