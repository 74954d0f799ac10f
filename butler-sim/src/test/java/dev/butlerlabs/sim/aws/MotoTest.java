package dev.butlerlabs.sim.aws;

/** Machines on moto, which implements AWS independently of this project. */
class MotoTest extends AwsCases {
    @Override
    AwsWorld world() {
        return MotoServer.freshAccount();
    }
}
