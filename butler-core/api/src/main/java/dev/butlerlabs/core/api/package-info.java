/**
 * The custom resources of {@code butler.butlerlabs.dev/v1alpha1} as Java classes, from which the CRDs in {@code manifests/crds} are
 * generated.
 *
 * <p>Component names are the names on the wire. A required number or switch is a primitive; anything else that is absent is
 * {@code null}, except lists and maps, which are then empty and never written.
 */
package dev.butlerlabs.core.api;
