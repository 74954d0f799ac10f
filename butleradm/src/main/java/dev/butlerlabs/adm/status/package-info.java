/** Commands that show the status of a management cluster and collect information for its diagnosis. */
package dev.butlerlabs.adm.status;
