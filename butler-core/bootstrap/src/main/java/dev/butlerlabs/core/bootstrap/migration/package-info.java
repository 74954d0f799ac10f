/** Converts bootstrap files of upstream's butleradm into files of this one. */
package dev.butlerlabs.core.bootstrap.migration;
