/** How the embedded API says no: one exception that renders as a Kubernetes Status. */
package dev.butlerlabs.core.embedded.status;
