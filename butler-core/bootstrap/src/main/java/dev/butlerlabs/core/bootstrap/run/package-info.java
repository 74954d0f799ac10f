/** One run of a bootstrap: preflight checks, engine, progress, timeouts, access files and the support bundle. */
package dev.butlerlabs.core.bootstrap.run;
