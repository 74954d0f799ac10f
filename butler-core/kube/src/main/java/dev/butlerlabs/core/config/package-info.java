/** Reads what a person wrote in YAML into checked values, or tells every problem at once with its path and line. */
package dev.butlerlabs.core.config;
