package dev.butlerlabs.core.talos.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failures whose code alone does not identify them, with the descriptions of Talos 1.12.1. */
class FailureCauseTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            UNKNOWN             | failed to parse config: config not found                | INVALID
            UNKNOWN             | log "nosuch" was not registered                         | NOT_FOUND
            UNKNOWN             | failed to remove member: etcdserver: unhealthy cluster  | NOT_READY
            UNKNOWN             | error validating etcd for upgrade: etcd member count(2) | NOT_READY
            UNKNOWN             | error validating installer image "x": not found         | INVALID
            UNKNOWN             | error starting etcd in bootstrap mode                   | OTHER
            FAILED_PRECONDITION | method is not supported in container mode               | NOT_OFFERED
            FAILED_PRECONDITION | bootstrap can only be performed on a control plane node | NOT_OFFERED
            FAILED_PRECONDITION | bootstrap is not available yet                          | NOT_READY
            FAILED_PRECONDITION | time is not in sync yet                                 | NOT_READY
            """)
    void isFoundByTheDescription(Status.Code code, String description, FailureCause cause) {
        Status status = Status.fromCode(code).withDescription(description);
        assertThat(FailureCause.of(status.asException())).isEqualTo(cause);
    }

    @ParameterizedTest
    @CsvSource({"UNKNOWN, OTHER", "FAILED_PRECONDITION, NOT_READY", "UNAVAILABLE, NO_CONNECTION"})
    void isFoundByTheCodeWithoutADescription(Status.Code code, FailureCause cause) {
        assertThat(FailureCause.of(Status.fromCode(code).asException())).isEqualTo(cause);
    }
}
