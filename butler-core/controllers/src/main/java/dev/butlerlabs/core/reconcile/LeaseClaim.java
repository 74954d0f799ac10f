package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.api.Annotations;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Objects;
import java.util.Optional;

/**
 * The rules of leader election, as pure functions. Whether a lease has expired is decided by how long this process has observed it
 * unchanged, never by comparing clocks.
 */
final class LeaseClaim {
    private final LeaderElection election;

    LeaseClaim(LeaderElection election) {
        this.election = election;
    }

    boolean isOurs(Lease lease) {
        return holder(lease).equals(Optional.of(election.identity()));
    }

    /** Returns whether this process may acquire a lease that has not changed for the given time. */
    boolean mayTake(Lease lease, Duration unchangedFor) {
        return isOurs(lease) || holder(lease).isEmpty() || unchangedFor.compareTo(duration(lease)) >= 0;
    }

    /** Returns a value that changes with each renewal. */
    static String version(Lease lease) {
        LeaseSpec spec = Objects.requireNonNullElseGet(lease.getSpec(), LeaseSpec::new);
        return spec.getHolderIdentity() + "@" + spec.getRenewTime();
    }

    Lease fresh(Instant now) {
        return withShards(new LeaseBuilder())
                .editMetadata()
                .withNamespace(election.namespace())
                .withName(election.leaseName())
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(election.identity())
                .withLeaseDurationSeconds(
                        Math.toIntExact(election.leaseDuration().toSeconds()))
                .withAcquireTime(utc(now))
                .withRenewTime(utc(now))
                .withLeaseTransitions(0)
                .endSpec()
                .build();
    }

    /** Returns the lease with this process as the holder. It keeps its resourceVersion, so only one of two concurrent updates succeeds. */
    Lease taken(Lease lease, Instant now) {
        LeaseBuilder builder = withShards(new LeaseBuilder(lease));
        if (!isOurs(lease)) {
            int transitions = Optional.ofNullable(lease.getSpec())
                    .map(LeaseSpec::getLeaseTransitions)
                    .orElse(0);
            builder.editOrNewSpec()
                    .withHolderIdentity(election.identity())
                    .withAcquireTime(utc(now))
                    .withLeaseTransitions(transitions + 1)
                    .endSpec();
        }
        return builder.editOrNewSpec()
                .withLeaseDurationSeconds(
                        Math.toIntExact(election.leaseDuration().toSeconds()))
                .withRenewTime(utc(now))
                .endSpec()
                .build();
    }

    /** The lease has the number of shards of its holder, also if the former holder had another one. */
    private LeaseBuilder withShards(LeaseBuilder lease) {
        return election.shards() == 1
                ? lease.editOrNewMetadata()
                        .removeFromAnnotations(Annotations.SHARDS)
                        .endMetadata()
                : lease.editOrNewMetadata()
                        .addToAnnotations(Annotations.SHARDS, Integer.toString(election.shards()))
                        .endMetadata();
    }

    Lease released(Lease lease, Instant now) {
        return new LeaseBuilder(lease)
                .editSpec()
                .withHolderIdentity("")
                .withLeaseDurationSeconds(1)
                .withRenewTime(utc(now))
                .endSpec()
                .build();
    }

    static Optional<String> holder(Lease lease) {
        return Optional.ofNullable(lease.getSpec())
                .map(LeaseSpec::getHolderIdentity)
                .filter(name -> !name.isEmpty());
    }

    private Duration duration(Lease lease) {
        return duration(lease, election.leaseDuration());
    }

    /** @param standard the duration of a lease that contains none */
    static Duration duration(Lease lease, Duration standard) {
        return Optional.ofNullable(lease.getSpec())
                .map(LeaseSpec::getLeaseDurationSeconds)
                .map(Duration::ofSeconds)
                .orElse(standard);
    }

    private static ZonedDateTime utc(Instant time) {
        return time.atZone(ZoneOffset.UTC);
    }
}
