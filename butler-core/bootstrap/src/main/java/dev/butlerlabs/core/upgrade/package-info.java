/** Upgrades of a management cluster: which versions it goes through, in which order, and what prevents it. */
package dev.butlerlabs.core.upgrade;
