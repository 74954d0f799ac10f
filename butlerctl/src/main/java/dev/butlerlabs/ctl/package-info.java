/** butlerctl, the tool of platform users. */
package dev.butlerlabs.ctl;
