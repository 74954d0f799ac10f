package dev.butlerlabs.core.bootstrap.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class BackgroundSecretsSourceTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final VersionContract CONTRACT = VersionContract.parse("v1.13.0");
    private static final SecretsGenerator GENERATOR = new SecretsGenerator(RANDOM, Clock.systemUTC());

    private final Queue<Runnable> started = new ArrayDeque<>();
    private final List<SecretsBundle> generated = new ArrayList<>();
    private boolean fails;

    private BootstrapOptions start() {
        return BackgroundSecretsSource.startIn(
                BootstrapOptions.standard().withSecrets(this::generate), RANDOM, CONTRACT, started::add);
    }

    private SecretsBundle generate(SecretsGenerator generator, VersionContract contract) {
        if (fails) {
            throw new IllegalStateException("no randomness");
        }
        generated.add(generator.generate(contract, "key " + generated.size()));
        return generated.getLast();
    }

    @Test
    void returnsThePreparedSecretsOnce() {
        BootstrapOptions options = start();
        started.remove().run();

        SecretsBundle first = options.secrets().make(GENERATOR, CONTRACT);
        SecretsBundle second = options.secrets().make(GENERATOR, CONTRACT);

        assertThat(generated).containsExactly(first, second);
        assertThat(second.clusterId()).isNotEqualTo(first.clusterId());
    }

    @Test
    void generatesSecretsForAnotherContract() {
        BootstrapOptions options = start();
        started.remove().run();

        SecretsBundle secrets = options.secrets().make(GENERATOR, VersionContract.parse("v1.9.0"));

        assertThat(generated).hasSize(2);
        assertThat(secrets).isSameAs(generated.getLast());
    }

    @Test
    void triesAgainAfterAFailure() {
        fails = true;
        BootstrapOptions options = start();
        started.remove().run();

        assertThatThrownBy(() -> options.secrets().make(GENERATOR, CONTRACT)).hasMessage("no randomness");
        fails = false;
        assertThat(options.secrets().make(GENERATOR, CONTRACT)).isSameAs(generated.getLast());
    }
}
