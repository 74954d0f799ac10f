/** The command that checks the machine of a user and the connection to the platform. */
package dev.butlerlabs.ctl.doctor;
