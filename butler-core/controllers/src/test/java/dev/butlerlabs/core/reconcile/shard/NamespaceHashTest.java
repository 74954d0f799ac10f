package dev.butlerlabs.core.reconcile.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamespaceHashTest {
    /** These are part of the contract between processes of different versions. */
    @ParameterizedTest
    @CsvSource({"team-a,2,0", "team-a,8,4", "team-b,4,2", "team-0,3,2", "default,8,1", "butler-tenants,3,2"})
    void assignsTheSameShardForever(String namespace, int shards, int shard) {
        assertThat(NamespaceHash.shard(namespace, shards)).isEqualTo(shard);
    }

    @Test
    void assignsAboutAsManyNamespacesToEachShard() {
        Map<Integer, Long> counts = IntStream.range(0, 8_000)
                .mapToObj(number -> NamespaceHash.shard("team-" + number, 8))
                .collect(Collectors.groupingBy(shard -> shard, Collectors.counting()));

        assertThat(counts).hasSize(8);
        assertThat(counts.values()).allMatch(count -> count > 850 && count < 1_150);
    }
}
