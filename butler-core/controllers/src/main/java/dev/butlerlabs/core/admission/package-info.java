/** Decides whether changes of resources are admitted: the same rules for the admission webhook and for the reconcilers. */
package dev.butlerlabs.core.admission;
