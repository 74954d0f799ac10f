package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.ipam.TenantAddressAllocations;
import dev.butlerlabs.core.ipam.TenantAddressDefaults;
import dev.butlerlabs.core.ipam.TenantAddressRequest;
import dev.butlerlabs.core.ipam.elastic.AddressDemand;
import dev.butlerlabs.core.ipam.elastic.AddressDemandHistory;
import dev.butlerlabs.core.ipam.elastic.AllocatedPiece;
import dev.butlerlabs.core.ipam.elastic.ElasticAction;
import dev.butlerlabs.core.ipam.elastic.ElasticOptions;
import dev.butlerlabs.core.ipam.elastic.ElasticPolicy;
import dev.butlerlabs.core.ipam.space.AddressBlock;
import dev.butlerlabs.core.reconcile.StepResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Adjusts the number of a cluster's addresses to its demand, one change at a time, once MetalLB offers the recorded addresses. */
final class ElasticScaler {
    private final AllocationRepository records;
    private final TenantAddressAllocations claims;
    private final LoadBalancerOptions options;
    private final InstantSource clock;

    ElasticScaler(
            AllocationRepository records,
            TenantAddressAllocations claims,
            LoadBalancerOptions options,
            InstantSource clock) {
        this.records = records;
        this.claims = claims;
        this.options = options;
        this.clock = clock;
    }

    /**
     * Makes no more than one change.
     *
     * @param settled the result if there is nothing to change
     * @return empty if something was changed
     */
    Optional<StepResult> run(
            TenantAddressDefaults amounts,
            AllocatedLoadBalancerAddresses held,
            List<AllocatedPiece> pieces,
            MetalLbClient metalLb,
            StepResult settled) {
        AddressDemand need = metalLb.need();
        Instant now = clock.instant();
        if (noteUse(held, pieces, need, now) || noteNeed(held, need, now)) {
            return Optional.empty();
        }
        ElasticOptions limits = options.of(amounts);
        ElasticAction action = new ElasticPolicy(limits).decide(pieces, Optional.of(need), held.history(), now);
        Optional<IPAllocation> pending = held.pending();
        if (pending.isPresent() && !(action instanceof ElasticAction.Grow)) {
            records.giveBack(pending.get());
        }
        return act(action, amounts, held, pending, now, settled);
    }

    /** Records since when each growth range is unused; returns whether something was recorded. */
    private boolean noteUse(
            AllocatedLoadBalancerAddresses held, List<AllocatedPiece> pieces, AddressDemand need, Instant now) {
        List<AllocatedPiece> changed = pieces.stream()
                .filter(AllocatedPiece::grown)
                .filter(piece ->
                        need.isUsed(piece.block()) == piece.unusedSince().isPresent())
                .toList();
        changed.forEach(piece -> records.note(
                held.named(piece.name()),
                AllocatedLoadBalancerAddresses.UNUSED,
                piece.unusedSince().isPresent() ? Optional.empty() : Optional.of(now.toString())));
        return !changed.isEmpty();
    }

    private boolean noteNeed(AllocatedLoadBalancerAddresses held, AddressDemand need, Instant now) {
        AddressDemandHistory history =
                held.history().with(now, need.total(), options.elastic().horizon());
        Optional<IPAllocation> initial = held.initial().filter(there -> !history.equals(held.history()));
        initial.ifPresent(
                there -> records.note(there, AllocatedLoadBalancerAddresses.HISTORY, Optional.of(history.text())));
        return initial.isPresent();
    }

    private Optional<StepResult> act(
            ElasticAction action,
            TenantAddressDefaults amounts,
            AllocatedLoadBalancerAddresses held,
            Optional<IPAllocation> pending,
            Instant now,
            StepResult settled) {
        return switch (action) {
            case ElasticAction.Stay stay -> Optional.of(settled);
            case ElasticAction.Grow(int count, Optional<AddressBlock> beside) ->
                grow(
                        amounts,
                        pending.map(AllocatedLoadBalancerAddresses::number).orElseGet(held::nextNumber),
                        count,
                        beside);
            case ElasticAction.Limited(int missing) -> Optional.of(limited(amounts, missing));
            case ElasticAction.Withdraw(AllocatedPiece piece) -> note(held, piece, Optional.of(now.toString()));
            case ElasticAction.Restore(AllocatedPiece piece) -> note(held, piece, Optional.empty());
            case ElasticAction.GiveBack(AllocatedPiece piece) -> giveBack(held, piece);
        };
    }

    /** Requests growth. A pending request is repeated, which moves it to a pool with enough free addresses. */
    private Optional<StepResult> grow(
            TenantAddressDefaults amounts, int number, int count, Optional<AddressBlock> beside) {
        TenantAddressRequest wish = amounts.growth(count, new TenantAddressRequest.Growth(number, beside));
        TenantAddressAllocations.Answer answer = claims.provide(wish);
        if (!records.isWanted(amounts.cluster())) {
            // The deletion of the cluster may have listed its IPAllocations before this one was created.
            records.forget(wish.allocationName());
        }
        return switch (answer) {
            case TenantAddressAllocations.Answer.Granted granted -> Optional.empty();
            case TenantAddressAllocations.Answer.Waiting(String reason, String message) ->
                Optional.of(StepResult.waiting(reason, message, options.pace()));
            case TenantAddressAllocations.Answer.Refused(String reason, String message) ->
                Optional.of(StepResult.failed(reason, message));
        };
    }

    private StepResult limited(TenantAddressDefaults amounts, int missing) {
        return StepResult.waiting(
                "QuotaReached",
                "%d Services have no address, and the quota limits the cluster to %d addresses."
                        .formatted(missing, amounts.mostBalancers().orElse(0)),
                options.pace());
    }

    private Optional<StepResult> note(
            AllocatedLoadBalancerAddresses held, AllocatedPiece piece, Optional<String> withdrawnSince) {
        records.note(held.named(piece.name()), AllocatedLoadBalancerAddresses.WITHDRAWN, withdrawnSince);
        return Optional.empty();
    }

    private Optional<StepResult> giveBack(AllocatedLoadBalancerAddresses held, AllocatedPiece piece) {
        records.giveBack(held.named(piece.name()));
        return Optional.empty();
    }
}
