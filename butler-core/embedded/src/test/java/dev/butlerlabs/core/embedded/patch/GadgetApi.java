package dev.butlerlabs.core.embedded.patch;

/** Something that answers requests to one gadget. */
interface GadgetApi {
    Answer send(Step step);
}
