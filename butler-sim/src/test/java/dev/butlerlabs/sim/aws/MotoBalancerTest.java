package dev.butlerlabs.sim.aws;

/** Load balancers on moto. */
class MotoBalancerTest extends BalancerCases {
    @Override
    AwsWorld world() {
        return MotoServer.freshAccount();
    }
}
