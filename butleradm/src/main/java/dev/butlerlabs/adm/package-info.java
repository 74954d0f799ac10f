/** Command line for platform operators ({@code butleradm}). */
package dev.butlerlabs.adm;
