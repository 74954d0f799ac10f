/** The reconcilers as a long-running process, inside or outside the management cluster. */
package dev.butlerlabs.adm.controllers;
