package dev.butlerlabs.bench;

import dev.butlerlabs.core.ipam.space.OffsetRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A pool that is filled to some degree and scattered, and what is measured on it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PoolState {
    private static final int SEED = 8;
    private static final int MOST_LENGTH = 8;
    /** Every other address is free: as scattered as can be. */
    static final String COMB = "comb";

    /** The network has two to the power of this addresses. */
    @Param("20")
    public int bits;

    /** How many percent are taken, or {@link #COMB}. */
    @Param("90")
    public String fill;

    /** Who keeps the addresses. */
    @Param("snapshot")
    public String keeper;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private List<OffsetRange> held = List.of();
    private AddressKeeper addresses;

    @Setup(Level.Trial)
    public void fillUp() {
        held = fill.equals(COMB) ? comb() : scattered(Integer.parseInt(fill));
        addresses = AddressKeeper.named(keeper, bits, held);
    }

    private List<OffsetRange> comb() {
        List<OffsetRange> result = new ArrayList<>();
        for (long place = 1; place < (1L << bits) - 1; place += 2) {
            result.add(OffsetRange.of(place, 1));
        }
        return result;
    }

    /** Fills to a share, giving back and taking again on the way so that the free addresses lie scattered. */
    private List<OffsetRange> scattered(int percent) {
        AddressKeeper filler = new AddressKeeper.Snapshots(bits);
        List<OffsetRange> result = new ArrayList<>();
        long taken = 0;
        while (taken < (1L << bits) * percent / 100) {
            if (!result.isEmpty() && random.nextInt(4) == 0) {
                OffsetRange back = swapOut(result, random.nextInt(result.size()));
                filler.give(back);
                taken -= back.length();
                continue;
            }
            Optional<OffsetRange> found = filler.find(1 + random.nextInt(MOST_LENGTH));
            if (found.isEmpty()) {
                break;
            }
            filler.take(found.get());
            result.add(found.get());
            taken += found.get().length();
        }
        return result;
    }

    private static OffsetRange swapOut(List<OffsetRange> spans, int index) {
        OffsetRange last = spans.removeLast();
        return index == spans.size() ? last : spans.set(index, last);
    }

    /** Gives one back and takes another. */
    @Benchmark
    public OffsetRange releaseAndAllocate() {
        OffsetRange back = swapOut(held, random.nextInt(held.size()));
        addresses.give(back);
        int length = fill.equals(COMB) ? 1 : 1 + random.nextInt(MOST_LENGTH);
        OffsetRange taken = addresses.find(length).orElse(back);
        addresses.take(taken);
        held.add(taken);
        return taken;
    }
}
