/** Commands for pools of addresses and for what is taken from them. */
package dev.butlerlabs.adm.pool;
