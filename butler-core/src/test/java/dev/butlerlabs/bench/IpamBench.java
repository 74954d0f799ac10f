package dev.butlerlabs.bench;

import dev.butlerlabs.core.ipam.space.Network;
import dev.butlerlabs.core.ipam.space.Space;
import dev.butlerlabs.core.ipam.space.Span;
import dev.butlerlabs.core.ipam.space.Terrain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Taking and giving back addresses in large pools, against a plain array of booleans that is searched from its beginning. */
final class IpamBench {
    private static final int SEED = 8;
    private static final int MOST_LENGTH = 8;
    private static final int WARM_UP = 20_000;
    private static final int ROUNDS = 100_000;
    private static final int SCANS = 60;

    private IpamBench() {}

    /** One way to keep addresses. */
    private interface Keeper {
        Optional<Span> find(int length);

        void take(Span span);

        void give(Span span);
    }

    public static void main(String[] arguments) {
        System.out.printf("%-34s %14s %14s %10s%n", "take and give back 1 to 8", "snapshot", "linear scan", "ratio");
        for (int percent : List.of(50, 90, 99)) {
            compare("2^20 addresses, %d %% full".formatted(percent), 20, percent, false);
        }
        compare("2^20 addresses, every other free", 20, 0, true);
        for (int bits : List.of(10, 12, 14, 16, 18, 20, 22, 24)) {
            compare("2^%d addresses, 90 %% full".formatted(bits), bits, 90, false);
        }
        for (int percent : List.of(1, 10, 50)) {
            compare("2^20 addresses, %d %% full".formatted(percent), 20, percent, false);
        }
    }

    private static void compare(String name, int bits, int percent, boolean comb) {
        Snapshots snapshots = new Snapshots(bits);
        List<Span> held = filled(snapshots, bits, percent, comb);
        double quick = microseconds(snapshots, new ArrayList<>(held), comb, WARM_UP, ROUNDS);
        Scan scan = new Scan(bits);
        held.forEach(scan::take);
        int scans = bits <= 16 ? ROUNDS / 100 : SCANS;
        double slow = microseconds(scan, new ArrayList<>(held), comb, scans / 4, scans);
        System.out.printf("%-34s %11.2f us %11.1f us %9.0fx%n", name, quick, slow, slow / quick);
    }

    /** Fills to a share, giving back and taking again on the way so that the free addresses lie scattered. */
    private static List<Span> filled(Keeper keeper, int bits, int percent, boolean comb) {
        List<Span> held = new ArrayList<>();
        long size = 1L << bits;
        if (comb) {
            for (long place = 1; place < size - 1; place += 2) {
                Span one = Span.of(place, 1);
                keeper.take(one);
                held.add(one);
            }
            return held;
        }
        SplittableRandom random = new SplittableRandom(SEED);
        long taken = 0;
        while (taken < size * percent / 100) {
            if (!held.isEmpty() && random.nextInt(4) == 0) {
                Span back = swapOut(held, random.nextInt(held.size()));
                keeper.give(back);
                taken -= back.length();
                continue;
            }
            Optional<Span> found = keeper.find(1 + random.nextInt(MOST_LENGTH));
            if (found.isEmpty()) {
                break;
            }
            keeper.take(found.get());
            held.add(found.get());
            taken += found.get().length();
        }
        return held;
    }

    private static Span swapOut(List<Span> held, int index) {
        Span last = held.removeLast();
        return index == held.size() ? last : held.set(index, last);
    }

    /** Microseconds for giving back one block and taking another, after some for warming up. */
    private static double microseconds(Keeper keeper, List<Span> held, boolean comb, int before, int rounds) {
        SplittableRandom random = new SplittableRandom(SEED + 1);
        churn(keeper, held, comb, before, random);
        long start = System.nanoTime();
        churn(keeper, held, comb, rounds, random);
        return (System.nanoTime() - start) / 1e3 / rounds;
    }

    private static void churn(Keeper keeper, List<Span> held, boolean comb, int rounds, SplittableRandom random) {
        for (int i = 0; i < rounds; i++) {
            Span back = swapOut(held, random.nextInt(held.size()));
            keeper.give(back);
            int length = comb ? 1 : 1 + random.nextInt(MOST_LENGTH);
            Span taken = keeper.find(length).orElse(back);
            keeper.take(taken);
            held.add(taken);
        }
    }

    private static final class Snapshots implements Keeper {
        private Space space;

        Snapshots(int bits) {
            space = Space.of(Terrain.of(Network.parse("10.0.0.0/" + (32 - bits)), List.of(), List.of()));
        }

        @Override
        public Optional<Span> find(int length) {
            return space.bestFit(length);
        }

        @Override
        public void take(Span span) {
            space = space.take(span);
        }

        @Override
        public void give(Span span) {
            space = space.give(span);
        }
    }

    /** Best fit as it is written down first: look at every address. */
    private static final class Scan implements Keeper {
        private final boolean[] taken;

        Scan(int bits) {
            taken = new boolean[1 << bits];
            taken[0] = true;
            taken[taken.length - 1] = true;
        }

        @Override
        public Optional<Span> find(int length) {
            int best = -1;
            int bestLength = Integer.MAX_VALUE;
            int from = 0;
            for (int place = 0; place <= taken.length; place++) {
                if (place == taken.length || taken[place]) {
                    int run = place - from;
                    if (run >= length && run < bestLength) {
                        best = from;
                        bestLength = run;
                    }
                    from = place + 1;
                }
            }
            return best < 0 ? Optional.empty() : Optional.of(Span.of(best, length));
        }

        @Override
        public void take(Span span) {
            fill(span, true);
        }

        @Override
        public void give(Span span) {
            fill(span, false);
        }

        private void fill(Span span, boolean value) {
            for (int place = (int) span.from(); place < span.to(); place++) {
                taken[place] = value;
            }
        }
    }
}
