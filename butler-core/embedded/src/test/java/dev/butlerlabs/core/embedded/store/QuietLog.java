package dev.butlerlabs.core.embedded.store;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps hundreds of expected warnings about torn logs out of the test output. */
final class QuietLog implements BeforeAllCallback, AfterAllCallback {
    /** Held here because the logging library forgets the level of a logger nobody holds. */
    private static final Logger LOGGER = Logger.getLogger(Store.class.getPackageName());

    @Override
    public void beforeAll(ExtensionContext context) {
        LOGGER.setLevel(Level.OFF);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        LOGGER.setLevel(null);
    }
}
