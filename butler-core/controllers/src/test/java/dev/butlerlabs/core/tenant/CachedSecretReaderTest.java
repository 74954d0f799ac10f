package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CachedSecretReaderTest {
    private static final ObjectName NAME = new ObjectName("butler-system", "harvester");

    private Optional<Secret> stored = Optional.of(secret("1"));
    private Optional<Secret> observed = Optional.of(secret("1"));
    private int requests;
    private final CachedSecretReader reader = new CachedSecretReader(this::request, _ -> observed);

    private Optional<Secret> request(ObjectName name) {
        requests++;
        return stored;
    }

    private static Secret secret(String version) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("butler-system")
                .withName("harvester")
                .withUid("u")
                .withResourceVersion(version)
                .endMetadata()
                .withData(Map.of("kubeconfig", version))
                .build();
    }

    @Test
    void readsASecretOnce() {
        assertThat(reader.read(NAME)).isEqualTo(stored);
        assertThat(reader.read(NAME)).isEqualTo(stored);
        assertThat(requests).isEqualTo(1);
    }

    @Test
    void readsAgainWhenTheWatchReportsAChange() {
        reader.read(NAME);
        stored = Optional.of(secret("2"));
        observed = Optional.of(secret("2"));

        assertThat(reader.read(NAME)).isEqualTo(stored);
        assertThat(requests).isEqualTo(2);
    }

    @Test
    void readsEachTimeWithoutAWatch() {
        observed = Optional.empty();
        reader.read(NAME);
        reader.read(NAME);

        assertThat(requests).isEqualTo(2);
    }

    @Test
    void keepsNothingOfADeletedSecret() {
        reader.read(NAME);
        stored = Optional.empty();
        observed = Optional.empty();
        assertThat(reader.read(NAME)).isEmpty();

        observed = Optional.of(secret("1"));
        assertThat(reader.read(NAME)).isEmpty();
    }
}
