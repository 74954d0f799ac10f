/** Patches and field ownership: JSON merge patch, strategic merge patch, server-side apply and managedFields. */
package dev.butlerlabs.core.embedded.patch;
