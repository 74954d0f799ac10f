/** Operations that change a running management cluster: only one at a time, on any machine. */
package dev.butlerlabs.core.operation;
