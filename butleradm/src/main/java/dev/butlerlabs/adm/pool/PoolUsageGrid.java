package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.ipam.space.AddressSpace;
import dev.butlerlabs.core.ipam.space.OffsetRange;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides a pool into rows of cells of equal size.
 *
 * @param perCell number of addresses per cell
 */
record PoolUsageGrid(AddressSpace space, long perCell) {
    static final int CELLS_IN_A_ROW = 64;
    private static final int MOST_ROWS = 16;

    /** State of the addresses in a cell. */
    enum Cell {
        CLOSED('-'),
        FREE('.'),
        PARTLY('+'),
        TAKEN('#');

        private final char sign;

        Cell(char sign) {
            this.sign = sign;
        }

        char sign() {
            return sign;
        }
    }

    /** A row and the offset of its first address. */
    record Row(long from, List<Cell> cells) {
        Row {
            cells = List.copyOf(cells);
        }
    }

    static PoolUsageGrid of(AddressSpace space) {
        long most = (long) CELLS_IN_A_ROW * MOST_ROWS;
        long size = space.terrain().network().size();
        return new PoolUsageGrid(space, Math.max(1, (size + most - 1) / most));
    }

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        long size = space.terrain().network().size();
        for (long from = 0; from < size; from += perCell * CELLS_IN_A_ROW) {
            List<Cell> cells = new ArrayList<>();
            for (int i = 0; i < CELLS_IN_A_ROW && from + i * perCell < size; i++) {
                long first = from + i * perCell;
                cells.add(cell(new OffsetRange(first, Math.min(first + perCell, size))));
            }
            rows.add(new Row(from, cells));
        }
        return rows;
    }

    /**
     * Returns the state of a cell. A space counts addresses that are not allocatable as used, so they are subtracted
     * first.
     */
    private Cell cell(OffsetRange places) {
        long open = space.terrain().open().stream()
                .filter(places::overlaps)
                .mapToLong(part -> Math.min(part.to(), places.to()) - Math.max(part.from(), places.from()))
                .sum();
        long taken = space.taken(places) - (places.length() - open);
        if (open == 0) {
            return Cell.CLOSED;
        }
        if (taken == 0) {
            return Cell.FREE;
        }
        return taken == open ? Cell.TAKEN : Cell.PARTLY;
    }
}
