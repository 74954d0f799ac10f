package dev.butlerlabs.bench;

import dev.butlerlabs.core.ipam.space.AddressSpace;
import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.ipam.space.OffsetRange;
import dev.butlerlabs.core.net.CidrBlock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One way to know who has which addresses of a network. */
interface AddressKeeper {
    /** Where so many consecutive addresses fit best. */
    Optional<OffsetRange> find(int length);

    void take(OffsetRange span);

    void give(OffsetRange span);

    static AddressKeeper named(String name, int bits, List<OffsetRange> held) {
        AddressKeeper keeper = switch (name) {
            case "snapshot" -> new Snapshots(bits);
            case "scan" -> new Scan(bits);
            case "rebuilt" -> new Rebuilt(bits);
            default -> throw new IllegalArgumentException(name);
        };
        held.forEach(keeper::take);
        return keeper;
    }

    /** What Butler does. */
    final class Snapshots implements AddressKeeper {
        private AddressSpace space;

        Snapshots(int bits) {
            space = AddressSpace.of(
                    AllocatableRanges.of(CidrBlock.parse("10.0.0.0/" + (32 - bits)), List.of(), List.of()));
        }

        @Override
        public Optional<OffsetRange> find(int length) {
            return space.bestFit(length);
        }

        @Override
        public void take(OffsetRange span) {
            space = space.take(span);
        }

        @Override
        public void give(OffsetRange span) {
            space = space.give(span);
        }
    }

    /** Best fit as it is written down first: one boolean for each address, and a look at every one of them. */
    final class Scan implements AddressKeeper {
        private final boolean[] taken;

        Scan(int bits) {
            taken = new boolean[1 << bits];
            taken[0] = true;
            taken[taken.length - 1] = true;
        }

        @Override
        public Optional<OffsetRange> find(int length) {
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
            return best < 0 ? Optional.empty() : Optional.of(OffsetRange.of(best, length));
        }

        @Override
        public void take(OffsetRange span) {
            fill(span, true);
        }

        @Override
        public void give(OffsetRange span) {
            fill(span, false);
        }

        private void fill(OffsetRange span, boolean value) {
            for (int place = (int) span.from(); place < span.to(); place++) {
                taken[place] = value;
            }
        }
    }

    /** The same scan by somebody who remembers nothing: the booleans are made anew from the records each time. */
    final class Rebuilt implements AddressKeeper {
        private final int bits;
        private final Set<OffsetRange> held = new HashSet<>();

        Rebuilt(int bits) {
            this.bits = bits;
        }

        @Override
        public Optional<OffsetRange> find(int length) {
            Scan scan = new Scan(bits);
            held.forEach(scan::take);
            return scan.find(length);
        }

        @Override
        public void take(OffsetRange span) {
            held.add(span);
        }

        @Override
        public void give(OffsetRange span) {
            held.remove(span);
        }
    }
}
