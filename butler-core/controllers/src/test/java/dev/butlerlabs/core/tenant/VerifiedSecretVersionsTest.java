package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerifiedSecretVersionsTest {
    private final VerifiedSecretVersions versions = new VerifiedSecretVersions();
    private final Map<String, String> observed = new HashMap<>(Map.of("admin", "10", "copy", "12"));

    private boolean areUnchanged() {
        return versions.areUnchanged("demo-1", name -> Optional.ofNullable(observed.get(name)));
    }

    @Test
    void nothingIsVerifiedBeforeItIsRead() {
        assertThat(areUnchanged()).isFalse();
    }

    @Test
    void secretsStayVerifiedUntilOneChanges() {
        versions.note("demo-1", Map.of("admin", "10", "copy", "12"));
        assertThat(areUnchanged()).isTrue();

        observed.put("copy", "13");
        assertThat(areUnchanged()).isFalse();
    }

    /** The cache may lag behind the write of the copy. */
    @Test
    void anOlderCopyInTheCacheIsNoChange() {
        versions.note("demo-1", Map.of("admin", "10", "copy", "14"));

        assertThat(areUnchanged()).isTrue();
    }

    @Test
    void aMissingSecretIsReadAgain() {
        versions.note("demo-1", Map.of("admin", "10", "copy", "12"));
        observed.remove("admin");

        assertThat(areUnchanged()).isFalse();
    }

    @Test
    void versionsThatAreNoNumbersAreCompared() {
        versions.note("demo-1", Map.of("admin", "a"));
        observed.put("admin", "a");
        assertThat(areUnchanged()).isTrue();

        observed.put("admin", "b");
        assertThat(areUnchanged()).isFalse();
    }

    @Test
    void aDeletedNamespaceIsForgotten() {
        versions.note("demo-1", Map.of("admin", "10"));
        versions.forget("demo-1");

        assertThat(areUnchanged()).isFalse();
    }
}
