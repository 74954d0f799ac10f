/** The command that checks the machine of an operator and the platform. */
package dev.butlerlabs.adm.doctor;
