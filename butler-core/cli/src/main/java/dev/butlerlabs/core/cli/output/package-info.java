/** Data on standard output: tables for people; JSON, YAML and names for programs. */
package dev.butlerlabs.core.cli.output;
