/** The commands {@code butleradm backup} and {@code butleradm restore}. */
package dev.butlerlabs.adm.backup;
