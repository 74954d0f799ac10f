/** The reconcilers as a program that runs for good, in or beside the management cluster. */
package dev.butlerlabs.adm.controllers;
