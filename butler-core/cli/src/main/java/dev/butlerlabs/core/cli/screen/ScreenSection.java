package dev.butlerlabs.core.cli.screen;

import java.util.List;
import java.util.function.IntFunction;

/** A part of the screen that can be folded step by step, from all its lines to a short form. Not thread-safe. */
final class ScreenSection {
    private final int smallest;
    private final IntFunction<List<String>> forms;
    private int fold;
    private List<String> lines;

    /**
     * @param smallest number of the smallest form
     * @param forms returns the lines of a form, which are never more than those of the form before; 0 is the full one
     */
    ScreenSection(int smallest, IntFunction<List<String>> forms) {
        this.smallest = smallest;
        this.forms = forms;
        this.lines = forms.apply(0);
    }

    /** Returns a section without lines. */
    static ScreenSection empty() {
        return new ScreenSection(0, _ -> List.of());
    }

    List<String> lines() {
        return lines;
    }

    int fold() {
        return fold;
    }

    int smallest() {
        return smallest;
    }

    void foldTo(int form) {
        fold = form;
        lines = forms.apply(form);
    }
}
