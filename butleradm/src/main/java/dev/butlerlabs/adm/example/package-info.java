/** Commands for the example files that the program contains. */
package dev.butlerlabs.adm.example;
