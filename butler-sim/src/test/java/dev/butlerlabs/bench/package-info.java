/** Figures to compare. */
package dev.butlerlabs.bench;
