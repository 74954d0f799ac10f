/** The restore of a management cluster from a backup, as a bootstrap with the secrets, resources and etcd snapshot of the backup. */
package dev.butlerlabs.core.bootstrap.restore;
