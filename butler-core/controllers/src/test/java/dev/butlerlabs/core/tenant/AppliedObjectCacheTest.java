package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What need not be applied again. */
class AppliedObjectCacheTest {
    private static final Duration VALID = Duration.ofMinutes(10);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final AppliedObjectCache applied = new AppliedObjectCache(now::get, Duration.ofMinutes(10));

    private static DesiredObject<?> desired(HasMetadata object) {
        return new AppliedContentCheck(new KubernetesSerialization()).desired(object);
    }

    private static GenericKubernetesResource cluster(String version, long generation) {
        GenericKubernetesResource cluster = new GenericKubernetesResource();
        cluster.setApiVersion("cluster.x-k8s.io/v1beta1");
        cluster.setKind("Cluster");
        cluster.setMetadata(new ObjectMetaBuilder()
                .withNamespace("demo-1")
                .withName("demo")
                .withUid("u")
                .withGeneration(generation == 0 ? null : generation)
                .build());
        cluster.setAdditionalProperty("spec", Map.of("version", version));
        return cluster;
    }

    @Test
    void isWhatNobodyHasChangedSince() {
        GenericKubernetesResource wanted = cluster("v1", 0);
        assertThat(applied.isRecent(desired(wanted), VALID)).isFalse();

        applied.note(desired(wanted), cluster("v1", 3));

        assertThat(applied.isRecent(desired(wanted), VALID)).isTrue();
        assertThat(applied.covers(desired(wanted), cluster("v1", 3))).isTrue();
        assertThat(applied.covers(desired(wanted), cluster("other", 4))).isFalse();
        assertThat(applied.isRecent(desired(cluster("v2", 0)), VALID)).isFalse();
    }

    @Test
    void isNothingThatWasMadeAnewOrIsGoingOrHasOtherLabels() {
        GenericKubernetesResource wanted = cluster("v1", 0);
        applied.note(desired(wanted), cluster("v1", 3));

        GenericKubernetesResource anew = cluster("v1", 3);
        anew.getMetadata().setUid("another");
        GenericKubernetesResource going = cluster("v1", 3);
        going.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        GenericKubernetesResource relabelled = cluster("v1", 3);
        relabelled.getMetadata().setLabels(Map.of("a", "b"));

        assertThat(applied.covers(desired(wanted), anew)).isFalse();
        assertThat(applied.covers(desired(wanted), going)).isFalse();
        assertThat(applied.covers(desired(wanted), relabelled)).isFalse();
    }

    /** Cluster API stores the status of an object in this annotation of its v1beta1 form, so it changes with every status. */
    @Test
    void aStatusInTheConversionAnnotationIsNotAChange() {
        GenericKubernetesResource wanted = cluster("v1", 0);
        GenericKubernetesResource result = cluster("v1", 3);
        result.getMetadata().setAnnotations(Map.of("cluster.x-k8s.io/conversion-data", "{\"status\": {}}"));
        applied.note(desired(wanted), result);

        GenericKubernetesResource reported = cluster("v1", 3);
        reported.getMetadata()
                .setAnnotations(Map.of("cluster.x-k8s.io/conversion-data", "{\"status\": {\"phase\": \"Running\"}}"));
        GenericKubernetesResource annotated = cluster("v1", 3);
        annotated.getMetadata().setAnnotations(Map.of("a", "b"));

        assertThat(applied.covers(desired(wanted), reported)).isTrue();
        assertThat(applied.covers(desired(wanted), annotated)).isFalse();
    }

    @Test
    void isForgottenInTimeAndWithTheNamespace() {
        GenericKubernetesResource wanted = cluster("v1", 0);
        applied.note(desired(wanted), cluster("v1", 3));
        now.set(Instant.EPOCH.plus(Duration.ofMinutes(11)));
        assertThat(applied.isRecent(desired(wanted), VALID)).isFalse();

        applied.note(desired(wanted), cluster("v1", 3));
        applied.forget("demo-1");
        assertThat(applied.isRecent(desired(wanted), VALID)).isFalse();
    }

    @Test
    void aKindWithoutAGenerationIsKnownByItsVersion() {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace("demo-1")
                .withName("demo")
                .withUid("u")
                .withResourceVersion("7")
                .endMetadata()
                .build();
        applied.note(desired(secret), secret);
        assertThat(applied.covers(desired(secret), secret)).isTrue();

        Secret changed = new SecretBuilder(secret)
                .editMetadata()
                .withResourceVersion("8")
                .endMetadata()
                .build();
        assertThat(applied.covers(desired(secret), changed)).isFalse();
    }

    @Test
    void aCopyIsCurrentUnlessItIsOlderThanTheLastWrite() {
        GenericKubernetesResource wanted = cluster("v1", 0);
        assertThat(applied.isCurrent(at("3"))).isTrue();
        applied.note(desired(wanted), at("7"));

        assertThat(applied.isCurrent(at("6"))).isFalse();
        assertThat(applied.isCurrent(at("7"))).isTrue();
        assertThat(applied.isCurrent(at("10"))).isTrue();
        assertThat(applied.isCurrent(at("opaque"))).isFalse();
    }

    /** Otherwise each read would make the cache of the watch look older, and would be followed by another read. */
    @Test
    void readingAnObjectMakesNoCopyOutdated() {
        GenericKubernetesResource wanted = cluster("v1", 0);
        applied.noteUnchanged(desired(wanted), at("9"));
        assertThat(applied.isCurrent(at("6"))).isTrue();

        applied.note(desired(wanted), at("10"));
        applied.noteUnchanged(desired(wanted), at("12"));
        assertThat(applied.isCurrent(at("9"))).isFalse();
        assertThat(applied.isCurrent(at("10"))).isTrue();
    }

    /** The result of an update may contain what others have written meanwhile, and their event must not be lost. */
    @Test
    void onlyCreationsAreOwnWithoutAReaction() {
        GenericKubernetesResource wanted = cluster("v1", 0);
        applied.noteCreation(desired(wanted), at("7"));
        assertThat(applied.isOwnCreation(at("7"))).isTrue();
        assertThat(applied.isOwnCreation(at("8"))).isFalse();

        applied.note(desired(wanted), at("8"));
        assertThat(applied.isOwnCreation(at("8"))).isFalse();
    }

    @Test
    void aDeletedObjectIsForgotten() {
        GenericKubernetesResource wanted = cluster("v1", 0);
        applied.note(desired(wanted), at("7"));
        applied.forget(wanted);
        assertThat(applied.isKnown(wanted)).isFalse();
    }

    private static GenericKubernetesResource at(String resourceVersion) {
        GenericKubernetesResource cluster = cluster("v1", 3);
        cluster.getMetadata().setResourceVersion(resourceVersion);
        return cluster;
    }

    /** Then it has to be written whatever its state is. */
    @Test
    void anObjectWhoseRequestHasChangedIsOutdatedIfThisProcessWroteIt() {
        GenericKubernetesResource wanted = cluster("v1", 0);
        assertThat(applied.isOutdated(desired(wanted))).isFalse();
        applied.noteUnchanged(desired(wanted), at("6"));
        assertThat(applied.isOutdated(desired(cluster("v2", 0)))).isFalse();

        applied.note(desired(wanted), at("7"));
        assertThat(applied.isOutdated(desired(wanted))).isFalse();
        assertThat(applied.isOutdated(desired(cluster("v2", 0)))).isTrue();

        now.set(Instant.EPOCH.plus(Duration.ofMinutes(11)));
        assertThat(applied.isOutdated(desired(cluster("v2", 0)))).isFalse();
    }
}
