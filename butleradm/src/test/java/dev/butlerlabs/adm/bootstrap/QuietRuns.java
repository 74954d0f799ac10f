package dev.butlerlabs.adm.bootstrap;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs that are stopped or hindered complain at length, as they should; tests that bring it about do not listen. */
final class QuietRuns implements BeforeEachCallback, AfterEachCallback {
    private static final Logger ROOT = Logger.getLogger("");

    private Level level;

    @Override
    public void beforeEach(ExtensionContext context) {
        level = ROOT.getLevel();
        ROOT.setLevel(Level.OFF);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ROOT.setLevel(level);
    }
}
