/** Commands that make a management cluster, rehearse making it, look beforehand, and take it away. */
package dev.butlerlabs.adm.bootstrap;
