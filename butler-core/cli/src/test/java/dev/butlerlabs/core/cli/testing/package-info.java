/** Runs the command-line tools in tests, in the process of the test or as programs: arguments in, exit code and output out. */
package dev.butlerlabs.core.cli.testing;
