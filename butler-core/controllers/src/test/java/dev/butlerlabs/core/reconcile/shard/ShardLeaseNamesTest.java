package dev.butlerlabs.core.reconcile.shard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShardLeaseNamesTest {
    private final ShardLeaseNames names = new ShardLeaseNames("butler-controllers");

    @Test
    void parsesTheNamesOfShards() {
        assertThat(names.shard(3, 8)).isEqualTo("butler-controllers-shard-3-of-8");
        assertThat(names.parse(names.shard(3, 8))).contains(new ShardLeaseNames.Shard(3, 8));
        assertThat(names.parse("butler-controllers")).isEmpty();
        assertThat(names.parse("butler-controllers-shard-3")).isEmpty();
        assertThat(names.parse("other-shard-3-of-8")).isEmpty();
    }

    @Test
    void namesTheLeaseOfAMemberAfterItsIdentity() {
        String name = names.member("1@butler-controllers-7f9c-Xyz", 8);

        assertThat(name).isEqualTo("butler-controllers-member-of-8-1-butler-controllers-7f9c-xyz");
        assertThat(names.isMember(name)).isTrue();
        assertThat(names.isMember(name, 8)).isTrue();
        assertThat(names.isMember(name, 4)).isFalse();
        assertThat(names.isMember(names.shard(0, 2))).isFalse();
    }

    @Test
    void shortensALongIdentity() {
        assertThat(names.member("1@" + "x".repeat(300), 2)).hasSize(253);
    }
}
