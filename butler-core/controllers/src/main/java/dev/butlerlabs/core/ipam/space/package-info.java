/** Addresses and who has them, as immutable snapshots: pure, without a thread, a clock or a server. */
package dev.butlerlabs.core.ipam.space;
