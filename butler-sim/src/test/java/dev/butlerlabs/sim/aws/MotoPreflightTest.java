package dev.butlerlabs.sim.aws;

/** Preflight on moto. */
class MotoPreflightTest extends PreflightCases {
    @Override
    AwsWorld world() {
        return MotoServer.freshAccount();
    }
}
