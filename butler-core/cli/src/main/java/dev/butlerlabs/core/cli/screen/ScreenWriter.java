package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.cli.TerminalSize;
import java.util.List;
import java.util.Optional;

/**
 * Turns frames into escape sequences: only lines that changed are written again. Uses the alternate screen with absolute
 * positions and without automatic line breaks, so that nothing is left over when the terminal changes its size. Not thread-safe.
 */
final class ScreenWriter {
    private static final String ESCAPE = "\u001b[";
    /** Alternate screen, no automatic line breaks. The cursor stays visible, so that a killed process does not hide it. */
    static final String ENTER = ESCAPE + "?1049h" + ESCAPE + "?7l";

    static final String LEAVE = ESCAPE + "r" + ESCAPE + "?7h" + ESCAPE + "?1049l";
    private static final String CLEAR_LINE = ESCAPE + "K";
    private static final String CLEAR = ESCAPE + "2J";

    private Optional<TerminalSize> drawnSize = Optional.empty();
    private List<String> drawn = List.of();

    /** Makes the next frame draw everything again. */
    void invalidate() {
        drawnSize = Optional.empty();
    }

    /**
     * Returns the sequences that show a frame.
     *
     * @param lines fewer lines than the terminal has rows, none wider than the terminal
     * @param status the last row, where the cursor stays and typed characters appear; always written again
     */
    String frame(List<String> lines, String status, TerminalSize size) {
        StringBuilder text = new StringBuilder();
        if (!drawnSize.equals(Optional.of(size))) {
            // The last row does not scroll, so that a typed Enter does not move the frame.
            text.append(ESCAPE)
                    .append("1;")
                    .append(Math.max(1, size.rows() - 1))
                    .append('r')
                    .append(CLEAR);
            drawn = List.of();
            drawnSize = Optional.of(size);
        }
        int rows = Math.max(drawn.size(), lines.size());
        for (int i = 0; i < rows; i++) {
            String line = i < lines.size() ? lines.get(i) : "";
            if (i >= drawn.size() || !drawn.get(i).equals(line)) {
                moveTo(text, i + 1).append(CLEAR_LINE).append(line);
            }
        }
        drawn = List.copyOf(lines);
        moveTo(text, size.rows()).append(CLEAR_LINE).append(status);
        return text.toString();
    }

    private static StringBuilder moveTo(StringBuilder text, int row) {
        return text.append(ESCAPE).append(row).append(";1H");
    }
}
