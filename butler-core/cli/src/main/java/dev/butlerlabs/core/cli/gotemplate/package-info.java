/** Go templates, as far as they are used with kubectl. */
package dev.butlerlabs.core.cli.gotemplate;
