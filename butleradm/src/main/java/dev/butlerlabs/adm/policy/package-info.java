/** Commands for policies. */
package dev.butlerlabs.adm.policy;
