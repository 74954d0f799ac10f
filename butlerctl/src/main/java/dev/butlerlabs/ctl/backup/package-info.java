/** The commands {@code butlerctl cluster backup} and {@code butlerctl cluster restore}. */
package dev.butlerlabs.ctl.backup;
