/** Decides what users may do, by the roles and bindings that are stored, and issues the tokens of service accounts. */
package dev.butlerlabs.core.embedded.rbac;
