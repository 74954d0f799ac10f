package dev.butlerlabs.core.embedded.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.selector.ObjectSelector;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.store.StoreOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchSessionTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void endsAfterItsClientHasGoneThoughNothingHappens(boolean bookmarks) throws IOException {
        LeavingClient client = new LeavingClient();
        try (Store store = Store.open(StoreOptions.inMemory())) {
            new WatchSession(store, options(store, bookmarks), client, Duration.ofMillis(5)).run();
        }
        assertThat(client.refusals).isEqualTo(1);
    }

    private static WatchOptions options(Store store, boolean bookmarks) {
        ServedResource namespaces = new ResourceCatalog(Clock.systemUTC()).namespaces();
        return new WatchOptions(
                namespaces,
                namespaces.prefix(),
                ObjectSelector.EVERYTHING,
                WatchEventFormat.STORED,
                OptionalLong.of(store.revision()),
                bookmarks,
                false,
                Duration.ofHours(1));
    }

    /** Takes the first bytes, which carry the headers, and is gone by the next. */
    private static final class LeavingClient extends OutputStream {
        private boolean left;
        private int refusals;

        @Override
        public void write(int value) throws IOException {
            if (left) {
                refusals++;
                throw new IOException("Broken pipe");
            }
            left = true;
        }

        @Override
        public void write(byte[] bytes, int start, int length) throws IOException {
            write(bytes[start]);
        }
    }
}
