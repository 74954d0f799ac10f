/** Tests of users and permissions. */
package dev.butlerlabs.core.embedded.rbac;
