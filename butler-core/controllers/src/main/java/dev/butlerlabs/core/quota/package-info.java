/** Limits of teams: which tenant clusters fit, and the reservations that keep concurrent requests within the limits. */
package dev.butlerlabs.core.quota;
