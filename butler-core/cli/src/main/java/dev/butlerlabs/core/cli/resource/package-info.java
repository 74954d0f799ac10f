/** Lists, shows and watches Kubernetes objects for the commands {@code list}, {@code get} and {@code describe} of both tools. */
package dev.butlerlabs.core.cli.resource;
