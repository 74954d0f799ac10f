/** Commands for teams. */
package dev.butlerlabs.adm.team;
