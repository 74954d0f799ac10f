package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.LoadBalancerId;

/** The names of the parts of a control plane load balancer. */
record LoadBalancerNames(String balancer, String targetGroup) {
    private static final String BALANCER_ENDING = "-cp-nlb";
    private static final int LONGEST_NAME = 32;

    static final int LONGEST_CLUSTER_NAME = LONGEST_NAME - BALANCER_ENDING.length();

    static LoadBalancerNames of(LoadBalancerId id) {
        return new LoadBalancerNames(id.cluster() + BALANCER_ENDING, id.cluster() + "-cp-tg");
    }
}
