/** Helm releases and charts as the tools and the controllers describe them: names, chart sources, access to chart repositories, and deployed releases. */
package dev.butlerlabs.core.helm;
