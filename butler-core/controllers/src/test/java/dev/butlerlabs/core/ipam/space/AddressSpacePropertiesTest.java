package dev.butlerlabs.core.ipam.space;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpRange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/** Random lives of a space beside a plain array that says the same slowly: a million operations in all. */
class AddressSpacePropertiesTest {
    private static final int TRIES = 100;
    private static final int OPERATIONS = 10_000;

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void nothingOverlapsAndNothingIsLost(@ForAll long seed, @ForAll @IntRange(min = 22, max = 30) int prefix) {
        SplittableRandom random = new SplittableRandom(seed);
        AllocatableRanges terrain = terrain(random, prefix);
        AddressSpace space = AddressSpace.of(terrain);
        BitSet model = closed(terrain);
        List<OffsetRange> held = new ArrayList<>();

        for (int i = 0; i < OPERATIONS; i++) {
            if (!held.isEmpty() && random.nextInt(100) < 48) {
                OffsetRange back = held.remove(random.nextInt(held.size()));
                space = space.give(back);
                model.clear((int) back.from(), (int) back.to());
            } else {
                long length = 1L + random.nextInt(random.nextInt(10) == 0 ? 64 : 9);
                Optional<OffsetRange> found = space.bestFit(length);
                if (i % 16 == 0) {
                    assertThat(found).isEqualTo(bruteForce(model, terrain, length));
                }
                if (found.isPresent()) {
                    assertThat(model.get((int) found.get().from(), (int)
                                            found.get().to())
                                    .isEmpty())
                            .isTrue();
                    space = space.take(found.get());
                    model.set((int) found.get().from(), (int) found.get().to());
                    held.add(found.get());
                }
            }
            if (i % 500 == 0) {
                assertSame(space, model, held);
            }
        }
        assertSame(space, model, held);
    }

    private static void assertSame(AddressSpace space, BitSet model, List<OffsetRange> held) {
        AllocatableRanges terrain = space.terrain();
        long heldCount = held.stream().mapToLong(OffsetRange::length).sum();
        SpaceStatistics figures = space.figures();
        assertThat(figures.free()).isEqualTo(terrain.total() - heldCount);
        assertThat(figures.largest())
                .isEqualTo(longestRun(model, (int) terrain.network().size()));
        AddressSpace replayed = AddressSpace.of(terrain);
        for (OffsetRange span : held) {
            replayed = replayed.take(span);
        }
        assertThat(replayed).isEqualTo(space);
        assertThat(replayed.longestRuns(Integer.MAX_VALUE)).isEqualTo(space.longestRuns(Integer.MAX_VALUE));
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void whatIsGivenBackIsFoundAgain(@ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int length) {
        AddressSpace space = crowded(seed, 24);
        Optional<OffsetRange> found = space.bestFit(length);

        found.ifPresent(span -> {
            AddressSpace again = space.take(span).give(span);
            assertThat(again).isEqualTo(space);
            assertThat(again.bestFit(length)).contains(span);
        });
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void theProspectHasTheFewestTakers(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int length) {
        AddressSpace space = crowded(seed, 25);
        long fewest = Long.MAX_VALUE;
        for (long from = 0; from + length <= space.terrain().network().size(); from++) {
            OffsetRange span = OffsetRange.of(from, length);
            if (space.terrain().isOpen(span)) {
                fewest = Math.min(fewest, space.taken(span));
            }
        }

        Optional<AddressSpace.Prospect> prospect = space.prospect(length);

        assertThat(prospect.map(AddressSpace.Prospect::taken).orElse(Long.MAX_VALUE))
                .isEqualTo(fewest);
        assertThat(prospect.filter(found -> found.taken() == 0).isPresent())
                .isEqualTo(space.bestFit(length).isPresent());
    }

    private static AddressSpace crowded(long seed, int prefix) {
        SplittableRandom random = new SplittableRandom(seed);
        AddressSpace space = AddressSpace.of(terrain(random, prefix));
        long size = space.terrain().network().size();
        for (int i = 0; i < 40; i++) {
            space = space.occupy(OffsetRange.of(random.nextLong(size - 8), 1 + random.nextInt(8)));
        }
        return space;
    }

    /** A network with up to three windows and up to three reserved parts. */
    private static AllocatableRanges terrain(SplittableRandom random, int prefix) {
        CidrBlock network = CidrBlock.parse("10.40.0.0/" + prefix);
        long size = network.size();
        List<IpRange> windows = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            long from = random.nextLong(size);
            windows.add(new IpRange(network.first().plus(from), 1 + random.nextLong(size - from)));
        }
        List<CidrBlock> reserved = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            reserved.add(CidrBlock.parse(network.first().plus(random.nextLong(size)) + "/" + (28 + random.nextInt(5))));
        }
        return AllocatableRanges.of(network, windows, reserved);
    }

    private static BitSet closed(AllocatableRanges terrain) {
        BitSet model = new BitSet();
        model.set(0, (int) terrain.network().size());
        terrain.open().forEach(part -> model.clear((int) part.from(), (int) part.to()));
        return model;
    }

    private static Optional<OffsetRange> bruteForce(BitSet model, AllocatableRanges terrain, long length) {
        int size = (int) terrain.network().size();
        Optional<OffsetRange> best = Optional.empty();
        for (int from = model.nextClearBit(0); from < size; ) {
            int end = model.nextSetBit(from);
            int to = end < 0 ? size : end;
            long run = (long) to - from;
            if (run >= length && best.map(span -> run < span.length()).orElse(true)) {
                best = Optional.of(new OffsetRange(from, to));
            }
            from = model.nextClearBit(to);
        }
        return best.map(run -> OffsetRange.of(run.from(), length));
    }

    private static long longestRun(BitSet model, int size) {
        long longest = 0;
        for (int from = model.nextClearBit(0); from < size; ) {
            int end = model.nextSetBit(from);
            int to = end < 0 ? size : end;
            longest = Math.max(longest, to - from);
            from = model.nextClearBit(to);
        }
        return longest;
    }
}
