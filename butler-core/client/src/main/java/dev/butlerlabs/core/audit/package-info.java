/** Records and reads who created, changed or deleted tenant clusters, teams and access grants. */
package dev.butlerlabs.core.audit;
