package dev.butlerlabs.core.identity.login;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Decides when to ask again whether a device login was approved (RFC 8628, section 3.5). Pure functions.
 *
 * @param interval the time to wait before the next request
 * @param deadline the time after which no request is sent
 */
record DevicePollPlanner(Duration interval, Instant deadline) {
    private static final Duration SLOWER = Duration.ofSeconds(5);

    DevicePollPlanner {
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(deadline, "deadline");
    }

    /** What to do after a response. */
    sealed interface Step {
        /** Wait for the interval of the planner, then ask again. */
        record Again(DevicePollPlanner planner) implements Step {}

        /** The tokens are issued. */
        record Finished(TokenResult.Issued tokens) implements Step {}

        /** The user or the provider rejected the login. */
        record Denied(TokenResult.Rejected reason) implements Step {}

        /** The codes have expired. */
        record Expired() implements Step {}
    }

    /** @param limit the longest time to wait, even if the codes are valid for longer */
    static DevicePollPlanner start(DeviceAuthorization device, Duration limit, Instant now) {
        Duration lifetime = device.lifetime().compareTo(limit) < 0 ? device.lifetime() : limit;
        return new DevicePollPlanner(device.interval(), now.plus(lifetime));
    }

    Step after(TokenResult result, Instant now) {
        return switch (result) {
            case TokenResult.Issued issued -> new Step.Finished(issued);
            case TokenResult.Rejected rejected -> afterError(rejected, now);
        };
    }

    private Step afterError(TokenResult.Rejected rejected, Instant now) {
        return switch (rejected.error()) {
            case "authorization_pending" -> again(interval, now);
            case "slow_down" -> again(interval.plus(SLOWER), now);
            case "expired_token" -> new Step.Expired();
            default -> new Step.Denied(rejected);
        };
    }

    /** After a request that was not answered, the interval is doubled, as the RFC recommends. */
    Step afterNoResponse(Instant now) {
        return again(interval.multipliedBy(2), now);
    }

    private Step again(Duration next, Instant now) {
        return now.plus(next).isBefore(deadline)
                ? new Step.Again(new DevicePollPlanner(next, deadline))
                : new Step.Expired();
    }
}
