package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.ipam.TenantAmounts;
import dev.butlerlabs.core.ipam.TenantClaims;
import dev.butlerlabs.core.ipam.TenantWish;
import dev.butlerlabs.core.ipam.elastic.ElasticAction;
import dev.butlerlabs.core.ipam.elastic.ElasticOptions;
import dev.butlerlabs.core.ipam.elastic.ElasticPolicy;
import dev.butlerlabs.core.ipam.elastic.Need;
import dev.butlerlabs.core.ipam.elastic.NeedHistory;
import dev.butlerlabs.core.ipam.elastic.Piece;
import dev.butlerlabs.core.ipam.space.Block;
import dev.butlerlabs.core.reconcile.StepResult;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Adjusts the number of a cluster's addresses to its demand, one change at a time, once MetalLB offers the recorded addresses. */
final class ElasticTurn {
    private final AllocationRecords records;
    private final TenantClaims claims;
    private final BalancerOptions options;
    private final InstantSource clock;

    ElasticTurn(AllocationRecords records, TenantClaims claims, BalancerOptions options, InstantSource clock) {
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
            TenantAmounts amounts, HeldAddresses held, List<Piece> pieces, MetalLb metalLb, StepResult settled) {
        Need need = metalLb.need();
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
    private boolean noteUse(HeldAddresses held, List<Piece> pieces, Need need, Instant now) {
        List<Piece> changed = pieces.stream()
                .filter(Piece::grown)
                .filter(piece ->
                        need.isUsed(piece.block()) == piece.unusedSince().isPresent())
                .toList();
        changed.forEach(piece -> records.note(
                held.named(piece.name()),
                HeldAddresses.UNUSED,
                piece.unusedSince().isPresent() ? Optional.empty() : Optional.of(now.toString())));
        return !changed.isEmpty();
    }

    private boolean noteNeed(HeldAddresses held, Need need, Instant now) {
        NeedHistory history =
                held.history().with(now, need.total(), options.elastic().horizon());
        Optional<IPAllocation> initial = held.initial().filter(there -> !history.equals(held.history()));
        initial.ifPresent(there -> records.note(there, HeldAddresses.HISTORY, Optional.of(history.text())));
        return initial.isPresent();
    }

    private Optional<StepResult> act(
            ElasticAction action,
            TenantAmounts amounts,
            HeldAddresses held,
            Optional<IPAllocation> pending,
            Instant now,
            StepResult settled) {
        return switch (action) {
            case ElasticAction.Stay stay -> Optional.of(settled);
            case ElasticAction.Grow(int count, Optional<Block> beside) ->
                grow(amounts, pending.map(HeldAddresses::number).orElseGet(held::nextNumber), count, beside);
            case ElasticAction.Limited(int missing) -> Optional.of(limited(amounts, missing));
            case ElasticAction.Withdraw(Piece piece) -> note(held, piece, Optional.of(now.toString()));
            case ElasticAction.Restore(Piece piece) -> note(held, piece, Optional.empty());
            case ElasticAction.GiveBack(Piece piece) -> giveBack(held, piece);
        };
    }

    /** Requests growth. A pending request is repeated, which moves it to a pool with enough free addresses. */
    private Optional<StepResult> grow(TenantAmounts amounts, int number, int count, Optional<Block> beside) {
        TenantWish wish = amounts.growth(count, new TenantWish.Growth(number, beside));
        TenantClaims.Answer answer = claims.provide(wish);
        if (!records.isWanted(amounts.cluster())) {
            // The deletion of the cluster may have listed its IPAllocations before this one was created.
            records.forget(wish.allocationName());
        }
        return switch (answer) {
            case TenantClaims.Answer.Granted granted -> Optional.empty();
            case TenantClaims.Answer.Waiting(String reason, String message) ->
                Optional.of(StepResult.waiting(reason, message, options.pace()));
            case TenantClaims.Answer.Refused(String reason, String message) ->
                Optional.of(StepResult.failed(reason, message));
        };
    }

    private StepResult limited(TenantAmounts amounts, int missing) {
        return StepResult.waiting(
                "QuotaReached",
                "%d Services have no address, and the quota limits the cluster to %d addresses."
                        .formatted(missing, amounts.mostBalancers().orElse(0)),
                options.pace());
    }

    private Optional<StepResult> note(HeldAddresses held, Piece piece, Optional<String> withdrawnSince) {
        records.note(held.named(piece.name()), HeldAddresses.WITHDRAWN, withdrawnSince);
        return Optional.empty();
    }

    private Optional<StepResult> giveBack(HeldAddresses held, Piece piece) {
        records.giveBack(held.named(piece.name()));
        return Optional.empty();
    }
}
