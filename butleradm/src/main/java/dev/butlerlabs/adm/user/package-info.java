/** Commands for users. */
package dev.butlerlabs.adm.user;
