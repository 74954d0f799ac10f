/** YAML as Talos and its tools read and write it. */
package dev.butlerlabs.core.talos.yaml;
