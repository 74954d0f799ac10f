/** The command that lists who changed the resources of the platform. */
package dev.butlerlabs.adm.audit;
