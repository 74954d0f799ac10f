/** Reads what a backup contains of machines. */
package dev.butlerlabs.core.backup.machine;
