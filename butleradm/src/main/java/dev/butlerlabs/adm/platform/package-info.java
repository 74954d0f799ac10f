/** Commands for the settings of the platform. */
package dev.butlerlabs.adm.platform;
