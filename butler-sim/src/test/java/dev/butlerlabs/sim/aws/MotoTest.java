package dev.butlerlabs.sim.aws;

import org.junit.jupiter.api.Tag;

/** Machines on moto, which implements AWS independently of this project. */
@Tag("process")
class MotoTest extends AwsCases {
    @Override
    AwsWorld world() {
        return MotoServer.freshAccount();
    }
}
