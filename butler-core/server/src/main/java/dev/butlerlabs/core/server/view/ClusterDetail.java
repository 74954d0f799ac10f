package dev.butlerlabs.core.server.view;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A tenant cluster with everything that its page shows.
 *
 * @param spec as stored
 * @param object the whole object without managedFields
 * @param availableUpgrades Kubernetes versions to which it can be upgraded directly
 */
public record ClusterDetail(
        ClusterRow row,
        List<ConditionRow> conditions,
        JsonNode spec,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<EventRow> events,
        JsonNode object,
        List<String> availableUpgrades) {}
