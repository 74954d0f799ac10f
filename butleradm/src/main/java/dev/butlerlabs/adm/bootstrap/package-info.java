/** Commands that create, rehearse, check and delete management clusters. */
package dev.butlerlabs.adm.bootstrap;
