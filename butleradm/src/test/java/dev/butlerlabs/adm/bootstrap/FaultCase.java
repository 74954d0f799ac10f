package dev.butlerlabs.adm.bootstrap;

import java.util.List;
import java.util.Locale;

/**
 * Something that goes wrong on purpose.
 *
 * @param cause what it is, for the table
 * @param named words by which an operator recognises the cause
 */
record FaultCase(String cause, List<String> named, Happening happening) {

    /** Makes it happen; the failure it ends in is what the operator sees. */
    @FunctionalInterface
    interface Happening {
        void in(FaultWorld world) throws Exception;
    }

    static boolean names(String text, String word) {
        return text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return cause;
    }
}
