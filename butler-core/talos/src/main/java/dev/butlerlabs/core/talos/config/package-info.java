/** Machine configuration: made from options, read strictly, validated, and written again. */
package dev.butlerlabs.core.talos.config;
