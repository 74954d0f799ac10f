package dev.butlerlabs.core.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencePolicyTest {
    private static ObjectReferencePath reference(String from, String to) {
        return new ObjectReferencePath("spec.credentialsRef", from, "Secret", new ObjectName(to, "prism"));
    }

    private static Optional<Secret> secret(String granted) {
        return Optional.of(new SecretBuilder()
                .withNewMetadata()
                .withAnnotations(Map.of(Annotations.ALLOW_REFERENCES_FROM, granted))
                .endMetadata()
                .build());
    }

    @ParameterizedTest
    @CsvSource({"team-a, team-a", "butler-system, team-b", "butler-system, butler-system"})
    void permitsReferencesInsideANamespaceAndFromThePlatform(String from, String to) {
        assertThat(ReferencePolicy.checkGranted(reference(from, to), Optional.empty()))
                .isEmpty();
        assertThat(ReferencePolicy.checkShared(reference(from, to))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"team-a", "team-c,team-a", " team-c , team-a "})
    void permitsWhatTheTargetGrants(String granted) {
        assertThat(ReferencePolicy.checkGranted(reference("team-a", "team-b"), secret(granted)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "team-c", "team-aa", "team", "*", "TEAM-A", "team-b"})
    void refusesWhatTheTargetDoesNotGrant(String granted) {
        assertThat(ReferencePolicy.checkGranted(reference("team-a", "team-b"), secret(granted)))
                .isPresent();
    }

    @Test
    void refusesTheSameWayWhetherTheTargetExistsOrNot() {
        ObjectReferencePath reference = reference("team-a", "butler-system");
        Secret silent = new SecretBuilder().withNewMetadata().endMetadata().build();
        Optional<PolicyViolation> absent = ReferencePolicy.checkGranted(reference, Optional.empty());

        assertThat(absent).isPresent().isEqualTo(ReferencePolicy.checkGranted(reference, Optional.of(silent)));
        assertThat(absent.get().reason()).isEqualTo("ReferenceNotPermitted");
        assertThat(absent.get().message())
                .isEqualTo(
                        "spec.credentialsRef refers to Secret butler-system/prism, but objects of namespace \"team-a\""
                                + " must not use it. Move the Secret to namespace \"team-a\", or annotate it with"
                                + " butler.butlerlabs.dev/allow-references-from=team-a.");
    }

    @Test
    void sharesWhatThePlatformHasAndNothingElse() {
        assertThat(ReferencePolicy.checkShared(reference("team-a", "butler-system")))
                .isEmpty();
        assertThat(ReferencePolicy.checkShared(reference("team-a", "team-b"))).isPresent();
        assertThat(ReferencePolicy.checkShared(reference("team-a", "butler-tenants")))
                .isPresent();
    }
}
