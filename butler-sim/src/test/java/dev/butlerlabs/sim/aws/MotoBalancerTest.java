package dev.butlerlabs.sim.aws;

import org.junit.jupiter.api.Tag;

/** Load balancers on moto. */
@Tag("process")
class MotoBalancerTest extends BalancerCases {
    @Override
    AwsWorld world() {
        return MotoServer.freshAccount();
    }
}
