/** Reads YAML configuration files into checked values, and reports all problems at once with path and position. */
package dev.butlerlabs.core.config;
