/** Reconciles teams: their namespaces, members, limits and usage. */
package dev.butlerlabs.core.team;
