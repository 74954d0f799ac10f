package dev.butlerlabs.core.identity.login;

import java.time.Duration;

/** Waits between two requests. */
@FunctionalInterface
public interface LoginPause {
    void sleep(Duration duration);
}
