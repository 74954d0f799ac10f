package dev.butlerlabs.sim.aws;

import org.junit.jupiter.api.Tag;

/** Preflight on moto. */
@Tag("process")
class MotoPreflightTest extends PreflightCases {
    @Override
    AwsWorld world() {
        return MotoServer.freshAccount();
    }
}
