package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.ipam.PoolUsage;
import dev.butlerlabs.core.ipam.space.AllocatableRanges;
import dev.butlerlabs.core.ipam.space.SpaceStatistics;
import java.util.List;

/** Renders the usage of a pool as SVG. */
final class PoolUsageSvg {
    private static final int SIDE = 10;
    private static final int LEFT = 110;
    private static final int TOP = 40;

    private PoolUsageSvg() {}

    static String of(PoolUsage usage) {
        AllocatableRanges terrain = usage.shape().terrain();
        List<PoolUsageGrid.Row> rows = PoolUsageGrid.of(usage.space()).rows();
        int width = LEFT + PoolUsageGrid.CELLS_IN_A_ROW * SIDE + SIDE;
        int height = TOP + rows.size() * SIDE + SIDE;
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" ".formatted(width, height))
                .append("font-family=\"monospace\" font-size=\"9\">\n")
                .append("<text x=\"%d\" y=\"20\" font-size=\"13\">%s</text>\n".formatted(SIDE, title(usage)));
        for (int i = 0; i < rows.size(); i++) {
            row(svg, rows.get(i), terrain, TOP + i * SIDE);
        }
        return svg.append("</svg>\n").toString();
    }

    private static String title(PoolUsage usage) {
        SpaceStatistics figures = usage.space().figures();
        return "%s %s: %d of %d addresses used, largest free range %d"
                .formatted(
                        usage.pool(),
                        usage.shape().terrain().network(),
                        figures.taken(),
                        figures.total(),
                        figures.largest());
    }

    private static void row(StringBuilder svg, PoolUsageGrid.Row row, AllocatableRanges terrain, int y) {
        svg.append("<text x=\"%d\" y=\"%d\">%s</text>\n"
                .formatted(SIDE, y + SIDE - 2, terrain.network().first().plus(row.from())));
        for (int i = 0; i < row.cells().size(); i++) {
            svg.append("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n"
                    .formatted(
                            LEFT + i * SIDE,
                            y,
                            SIDE - 1,
                            SIDE - 1,
                            colour(row.cells().get(i))));
        }
    }

    private static String colour(PoolUsageGrid.Cell cell) {
        return switch (cell) {
            case CLOSED -> "#d9d9d9";
            case FREE -> "#a6dba0";
            case PARTLY -> "#f6c667";
            case TAKEN -> "#c0504d";
        };
    }
}
