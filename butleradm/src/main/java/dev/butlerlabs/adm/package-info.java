/** butleradm, the tool of platform operators. */
package dev.butlerlabs.adm;
