/** Commands for identity providers. */
package dev.butlerlabs.adm.idp;
