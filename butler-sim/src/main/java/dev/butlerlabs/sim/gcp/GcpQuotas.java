package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Renders the project and the region with quotas, whose usage follows the instances. */
final class GcpQuotas {
    private GcpQuotas() {}

    static ObjectNode project(GcpProjectState project) {
        ObjectNode json = GcpJson.object()
                .put("kind", "compute#project")
                .put("id", "400000000001")
                .put("name", GcpCatalog.PROJECT)
                .put("selfLink", project.links.of(""));
        ArrayNode quotas = json.putArray("quotas");
        add(quotas, "CPUS_ALL_REGIONS", project.instances.cpuLimit(), project.instances.cpus());
        add(quotas, "FIREWALLS", 200, 0);
        return json;
    }

    static ObjectNode region(GcpProjectState project) {
        ObjectNode json = GcpJson.object()
                .put("kind", "compute#region")
                .put("id", "1100")
                .put("name", GcpCatalog.REGION)
                .put("status", "UP")
                .put("selfLink", project.links.of("regions/" + GcpCatalog.REGION));
        GcpCatalog.ZONES.forEach(zone -> json.withArray("/zones").add(project.links.of("zones/" + zone)));
        ArrayNode quotas = json.putArray("quotas");
        long machines = project.instances.machines().size();
        add(quotas, "CPUS", project.instances.cpuLimit(), 0);
        add(quotas, "N2_CPUS", project.instances.cpuLimit(), project.instances.cpus());
        add(quotas, "INSTANCES", Math.max(project.options.capacity(), 1), machines);
        add(quotas, "SSD_TOTAL_GB", 4_000_000, machines * 50);
        add(quotas, "IN_USE_ADDRESSES", Math.max(project.options.capacity(), 1), machines);
        add(quotas, "STATIC_ADDRESSES", 8, 0);
        return json;
    }

    private static void add(ArrayNode quotas, String metric, long limit, long usage) {
        quotas.addObject().put("metric", metric).put("limit", (double) limit).put("usage", (double) usage);
    }
}
