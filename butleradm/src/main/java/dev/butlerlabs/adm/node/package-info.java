/** Commands for the nodes of the management cluster. */
package dev.butlerlabs.adm.node;
