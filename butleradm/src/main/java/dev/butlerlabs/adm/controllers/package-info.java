/** Commands for the controllers. */
package dev.butlerlabs.adm.controllers;
