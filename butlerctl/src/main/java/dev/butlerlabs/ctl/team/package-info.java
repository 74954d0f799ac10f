/** Commands for the teams, quotas and permissions of the user. */
package dev.butlerlabs.ctl.team;
