package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.BalancerId;

/** What the parts of a control plane's load balancer are called. */
record BalancerNames(String balancer, String targetGroup) {
    private static final String BALANCER_ENDING = "-cp-nlb";
    private static final int LONGEST_NAME = 32;

    static final int LONGEST_CLUSTER_NAME = LONGEST_NAME - BALANCER_ENDING.length();

    static BalancerNames of(BalancerId id) {
        return new BalancerNames(id.cluster() + BALANCER_ENDING, id.cluster() + "-cp-tg");
    }
}
