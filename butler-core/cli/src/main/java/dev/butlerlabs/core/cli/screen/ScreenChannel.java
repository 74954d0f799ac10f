package dev.butlerlabs.core.cli.screen;

import java.util.function.Consumer;

/** Access to a terminal for a full screen. Lines that other code prints meanwhile appear after the screen is left. Thread-safe. */
public interface ScreenChannel {
    /**
     * Switches to the full screen.
     *
     * @param enter escape sequences that prepare it
     * @param leave escape sequences that restore the terminal
     * @param lines receives lines that other code prints while the screen is open
     */
    void enter(String enter, String leave, Consumer<String> lines);

    /** Writes escape sequences and text, if the screen is open. */
    void draw(String text);

    /** Restores the terminal and prints the lines that were held back. Does nothing if the screen is not open. */
    void leave();
}
