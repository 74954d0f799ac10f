/** The web console of an operator: a server on loopback that acts with the credentials of a kubeconfig. */
package dev.butlerlabs.adm.console;
