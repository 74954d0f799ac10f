/** Commands that upgrade a management cluster. */
package dev.butlerlabs.adm.upgrade;
