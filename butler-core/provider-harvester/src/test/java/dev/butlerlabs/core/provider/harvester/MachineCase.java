package dev.butlerlabs.core.provider.harvester;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.core.api.MachineRequestSpec;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnerId;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A machine that is asked for, with the settings under which it is. */
record MachineCase(HarvesterSettings settings, MachineSpec spec) {
    static final OwnerId OWNER = new OwnerId("0b8e1f3c-7d55-4a53-9a4e-3f1f5a9b0c2d");
    private static final ObjectMapper YAML = new YAMLMapper();

    /** A case is written with the fields of a ProviderConfig and of a MachineRequest. */
    static MachineCase read(String yaml) {
        try {
            JsonNode tree = YAML.readTree(yaml);
            ProblemCollector problems = new ProblemCollector();
            ConfigSection section = ConfigSection.of("settings", tree.get("settings"), problems);
            HarvesterSettings settings = HarvesterSettings.of(section.read(HarvesterConfigKeys.PROVIDER_CONFIG));
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException(problems.problems().toString());
            }
            return new MachineCase(settings, spec(YAML.treeToValue(tree.get("machine"), MachineRequestSpec.class)));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static MachineSpec spec(MachineRequestSpec request) {
        return new MachineSpec(
                new MachineId(request.machineName(), OWNER),
                request.role(),
                request.cpu(),
                request.memoryMB(),
                request.diskGB(),
                Optional.ofNullable(request.extraDisks()).orElse(List.of()),
                Optional.ofNullable(request.image()),
                Optional.ofNullable(request.userData()),
                Optional.ofNullable(request.networkData()),
                Optional.empty(),
                Optional.ofNullable(request.labels()).orElse(Map.of()),
                Optional.ofNullable(request.address()));
    }

    /** Everything that is sent for the machine, in the order in which it is. */
    List<GenericKubernetesResource> payloads() {
        ResourceName name = settings.imageOf(spec);
        BootImage image = new BootImage(name, "longhorn-" + name.name(), Optional.empty(), true, "");
        MachineAttachments parts = new MachineAttachments(spec, settings);
        List<GenericKubernetesResource> payloads = new ArrayList<>();
        payloads.add(parts.bootVolume(image));
        payloads.addAll(parts.dataVolumes());
        parts.secret().ifPresent(payloads::add);
        payloads.add(new VirtualMachineManifest(spec, settings).payload());
        return payloads;
    }
}
