/** The program {@code butler-controllers}: all reconcilers in one process, with leader election, health checks and metrics. */
package dev.butlerlabs.operator;
