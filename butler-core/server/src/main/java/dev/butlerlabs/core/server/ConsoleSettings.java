package dev.butlerlabs.core.server;

import dev.butlerlabs.core.server.http.RequestLimit;
import dev.butlerlabs.core.server.http.TrustedProxies;
import dev.butlerlabs.core.server.session.SessionLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a console. The methods that change a setting return a copy.
 *
 * @param address where the server listens; port 0 selects a free port
 * @param clusterName the name of the management cluster that pages show
 * @param rehearsal whether the cluster is simulated
 * @param sessionRate maximum requests of a session
 * @param addressRate maximum requests without a session from an address
 * @param proxies whose header {@code X-Forwarded-For} contains the addresses of clients
 * @param timeout maximum time for a request to arrive
 */
public record ConsoleSettings(
        InetSocketAddress address,
        ConsoleMode mode,
        String clusterName,
        boolean rehearsal,
        SessionLimits sessions,
        RequestLimit sessionRate,
        RequestLimit addressRate,
        TrustedProxies proxies,
        Duration timeout,
        Clock clock) {
    public ConsoleSettings {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(clusterName, "clusterName");
        Objects.requireNonNull(sessions, "sessions");
        Objects.requireNonNull(sessionRate, "sessionRate");
        Objects.requireNonNull(addressRate, "addressRate");
        Objects.requireNonNull(proxies, "proxies");
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(clock, "clock");
    }

    /** Returns the settings of a console on 127.0.0.1. */
    public static ConsoleSettings loopback(int port, ConsoleMode.Loopback mode, String clusterName) {
        return of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), mode, clusterName);
    }

    /** Returns the default settings. */
    public static ConsoleSettings of(InetSocketAddress address, ConsoleMode mode, String clusterName) {
        return new ConsoleSettings(
                address,
                mode,
                clusterName,
                false,
                SessionLimits.DEFAULT,
                new RequestLimit(300, 50),
                new RequestLimit(200, 20),
                TrustedProxies.NONE,
                Duration.ofSeconds(30),
                Clock.systemUTC());
    }

    public ConsoleSettings withRehearsal(boolean simulated) {
        return new ConsoleSettings(
                address, mode, clusterName, simulated, sessions, sessionRate, addressRate, proxies, timeout, clock);
    }

    public ConsoleSettings withSessions(SessionLimits limits) {
        return new ConsoleSettings(
                address, mode, clusterName, rehearsal, limits, sessionRate, addressRate, proxies, timeout, clock);
    }

    public ConsoleSettings withRates(RequestLimit ofSession, RequestLimit ofAddress) {
        return new ConsoleSettings(
                address, mode, clusterName, rehearsal, sessions, ofSession, ofAddress, proxies, timeout, clock);
    }

    public ConsoleSettings withProxies(TrustedProxies trusted) {
        return new ConsoleSettings(
                address, mode, clusterName, rehearsal, sessions, sessionRate, addressRate, trusted, timeout, clock);
    }

    public ConsoleSettings withTimeout(Duration limit) {
        return new ConsoleSettings(
                address, mode, clusterName, rehearsal, sessions, sessionRate, addressRate, proxies, limit, clock);
    }

    public ConsoleSettings withClock(Clock other) {
        return new ConsoleSettings(
                address, mode, clusterName, rehearsal, sessions, sessionRate, addressRate, proxies, timeout, other);
    }
}
