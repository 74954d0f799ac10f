/** How fast and how large things are; run by scripts/bench. */
package dev.butlerlabs.bench;
