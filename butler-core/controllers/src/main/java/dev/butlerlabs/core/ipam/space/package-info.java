/** Address ranges and their allocation as immutable snapshots. Pure functions without threads, clocks or I/O. */
package dev.butlerlabs.core.ipam.space;
