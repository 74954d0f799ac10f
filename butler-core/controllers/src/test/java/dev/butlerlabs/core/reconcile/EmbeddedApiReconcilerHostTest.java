package dev.butlerlabs.core.reconcile;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The host on the embedded API. */
@Tag("process")
class EmbeddedApiReconcilerHostTest extends ReconcilerHostContract {
    @TempDir
    private static Path folder;

    @Override
    TestApi startApi() {
        return new EmbeddedTestApi(folder);
    }
}
