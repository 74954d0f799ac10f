/** Local state of management clusters: directories, run locks, run logs and the engines of earlier runs. */
package dev.butlerlabs.core.bootstrap.state;
