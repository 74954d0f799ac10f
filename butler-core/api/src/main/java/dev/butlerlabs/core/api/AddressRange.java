package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** A range of addresses, both ends included. */
@ApiRecord
public record AddressRange(
        @Required @JsonPropertyDescription("First address.") String start,
        @Required @JsonPropertyDescription("Last address.") String end) {}
