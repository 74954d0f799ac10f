/** The tools as tests see them: something that takes arguments and gives back an exit code and two texts. */
package dev.butlerlabs.core.cli.testing;
