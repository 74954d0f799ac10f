/** Commands that log users in and out, and the credential plugin of their kubeconfigs. */
package dev.butlerlabs.ctl.login;
