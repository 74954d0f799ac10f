/** Command line for platform users ({@code butlerctl}). */
package dev.butlerlabs.ctl;
