/** Commands that manage infrastructure providers. */
package dev.butlerlabs.adm.provider;
