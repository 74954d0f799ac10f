package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.talos.VersionContract;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Secrets of which all is new each time but the one key that takes seconds to make; of that there are two. */
final class KeyPool {
    private static final List<String> KEYS = Stream.generate(
                    () -> new SecretsGenerator(new SecureRandom(), Clock.systemUTC()).serviceAccountKey())
            .limit(2)
            .toList();
    private static final AtomicInteger NEXT = new AtomicInteger();

    private KeyPool() {}

    /** Makes the keys now, rather than while somebody waits for them. */
    static int fill() {
        return KEYS.size();
    }

    static SecretsBundle secrets(SecretsGenerator generator, VersionContract contract) {
        return generator.generate(contract, KEYS.get(NEXT.getAndIncrement() % KEYS.size()));
    }
}
