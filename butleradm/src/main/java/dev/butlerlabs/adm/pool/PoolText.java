package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.ipam.PoolUsage;
import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.ipam.space.OffsetRange;
import dev.butlerlabs.core.ipam.space.SpaceStatistics;
import java.util.ArrayList;
import java.util.List;

/** Formats the usage of a pool as text. */
final class PoolText {
    private static final int BAR = 40;
    private static final int MOST_GAPS = 5;

    private final PoolUsage usage;
    private final AllocatableRanges terrain;

    private PoolText(PoolUsage usage) {
        this.usage = usage;
        this.terrain = usage.shape().terrain();
    }

    static List<String> lines(PoolUsage usage) {
        PoolText text = new PoolText(usage);
        List<String> lines = new ArrayList<>(text.summary());
        lines.add("");
        lines.addAll(text.map());
        lines.add("");
        lines.addAll(text.gaps());
        return lines;
    }

    private List<String> summary() {
        SpaceStatistics figures = usage.space().figures();
        int filled = figures.usedPercent() * BAR / 100;
        return List.of(
                "%s  %s".formatted(usage.pool(), terrain.network()),
                "[%s%s] %d %% of %d addresses used, %d allocations"
                        .formatted(
                                "#".repeat(filled),
                                ".".repeat(BAR - filled),
                                figures.usedPercent(),
                                figures.total(),
                                usage.holdings().size()),
                "%d free, largest free range %d, %d %% fragmented"
                        .formatted(figures.free(), figures.largest(), figures.fragmentationPercent()));
    }

    private List<String> map() {
        PoolUsageGrid map = PoolUsageGrid.of(usage.space());
        List<String> lines = new ArrayList<>();
        lines.add("each character is %d %s: # used, + partly used, . free, - not allocatable"
                .formatted(map.perCell(), map.perCell() == 1 ? "address" : "addresses"));
        for (PoolUsageGrid.Row row : map.rows()) {
            StringBuilder signs = new StringBuilder();
            row.cells().forEach(cell -> signs.append(cell.sign()));
            lines.add("%-15s %s".formatted(terrain.network().first().plus(row.from()), signs));
        }
        return lines;
    }

    private List<String> gaps() {
        List<OffsetRange> runs = usage.space().longestRuns(MOST_GAPS);
        List<String> lines = new ArrayList<>();
        lines.add(runs.isEmpty() ? "no free ranges" : "largest free ranges:");
        runs.forEach(run -> lines.add("%8d  %s".formatted(run.length(), terrain.block(run))));
        return lines;
    }
}
