/** The commands for who may do what in a tenant cluster. */
package dev.butlerlabs.ctl.access;
