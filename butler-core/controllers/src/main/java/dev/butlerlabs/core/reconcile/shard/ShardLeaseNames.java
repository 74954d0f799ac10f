package dev.butlerlabs.core.reconcile.shard;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the Leases of shards and members. That of a shard contains the number of shards, so that the shards of different numbers are different leases.
 *
 * @param leader the name of the Lease of the leader, with which the others start
 */
record ShardLeaseNames(String leader) {
    private static final int LIMIT = 253;

    /** A shard among a number of shards. */
    record Shard(int index, int count) {}

    String shard(int index, int count) {
        return "%s-shard-%d-of-%d".formatted(leader, index, count);
    }

    /** Returns the shard that a Lease is for; empty for other Leases. */
    Optional<Shard> parse(String name) {
        Matcher matcher = Pattern.compile(Pattern.quote(leader) + "-shard-(\\d{1,4})-of-(\\d{1,4})")
                .matcher(name);
        return matcher.matches()
                ? Optional.of(new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /** Returns the name of the Lease with which a process announces that it can hold shards of this number. */
    String member(String identity, int count) {
        String name = members(count) + identity.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return name.substring(0, Math.min(name.length(), LIMIT)).replaceAll("-+$", "");
    }

    /** Returns whether a Lease is that of a member, of any number of shards. */
    boolean isMember(String name) {
        return name.startsWith(leader + "-member-of-");
    }

    boolean isMember(String name, int count) {
        return name.startsWith(members(count));
    }

    private String members(int count) {
        return "%s-member-of-%d-".formatted(leader, count);
    }
}
