/**
 * The custom resources of {@code butler.butlerlabs.dev/v1alpha1} as Java classes, from which the CRDs in {@code manifests/crds}
 * are generated.
 *
 * <p>Component names are the serialized field names. A required number or boolean is a primitive. Any other absent value is
 * {@code null}, except lists and maps, which are empty and never serialized.
 */
package dev.butlerlabs.core.api;
