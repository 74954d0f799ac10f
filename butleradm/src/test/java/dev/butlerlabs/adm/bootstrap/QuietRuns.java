package dev.butlerlabs.adm.bootstrap;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Turns off logging: runs that are stopped or fail on purpose log a lot. */
final class QuietRuns implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    private static final Logger ROOT = Logger.getLogger("");

    private final Deque<Level> levels = new ArrayDeque<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        turnOff();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        turnOff();
    }

    private void turnOff() {
        levels.push(ROOT.getLevel());
        ROOT.setLevel(Level.OFF);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ROOT.setLevel(levels.pop());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        ROOT.setLevel(levels.pop());
    }
}
