package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.discovery.DiscoveredNetwork;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Prompts for the size and the addresses of the cluster. */
final class ClusterInterview {
    private static final String SUBNET = "subnet";
    private static final String VIP = "network.vip";
    private static final String POOL_START = "network.loadBalancerPool.start";
    private static final String POOL_END = "network.loadBalancerPool.end";
    private static final List<String> PODS = List.of("10.244.0.0/16", "172.20.0.0/16", "192.168.128.0/17");
    private static final List<String> SERVICES = List.of("10.96.0.0/12", "172.24.0.0/16", "192.168.64.0/18");

    private final ProviderProfile profile;
    private final GivenValues given;
    private final AnswerSource source;
    private final List<InputProblem> problems;

    /** @param problems gets given values that are not valid */
    ClusterInterview(ProviderProfile profile, GivenValues given, AnswerSource source, List<InputProblem> problems) {
        this.profile = profile;
        this.given = given;
        this.source = source;
        this.problems = problems;
    }

    /** Adds the answers to a draft. */
    void conduct(BootstrapDraft draft, Optional<DiscoveredNetwork> discovered) {
        draft.put(
                "cluster.name",
                ask("cluster.name", "Name of the cluster", "butler-" + profile.name(), _ -> true)
                        .orElse(""));
        boolean single = topology().equals("single-node");
        size(draft, single);
        Optional<DiscoveredNetwork> network = network(discovered);
        List<CidrBlock> used = network.map(found -> List.of(found.subnet())).orElse(List.of());
        CidrBlock pods = AddressProposal.apartFrom(used, PODS);
        draft.put("network.podCIDR", pods.toString());
        draft.put(
                "network.serviceCIDR",
                AddressProposal.apartFrom(used.isEmpty() ? List.of(pods) : List.of(used.getFirst(), pods), SERVICES)
                        .toString());
        network.ifPresent(found -> addresses(draft, found));
    }

    private String topology() {
        SettingQuestion question = SettingQuestion.required("cluster.topology", Kind.ONE_OF, "Topology");
        List<SettingChoice> choices = List.of(
                new SettingChoice("ha", "ha, three control planes and workers", true),
                SettingChoice.of("single-node", "single-node, one machine"));
        return given.find("cluster.topology")
                .orElseGet(() -> source.choose(question, "cluster.topology", choices)
                        .getFirst()
                        .value()
                        .toString());
    }

    private void size(BootstrapDraft draft, boolean single) {
        boolean small = profile.runsInContainers();
        draft.put("cluster.topology", single ? "single-node" : "ha");
        draft.put("cluster.controlPlane.replicas", single ? 1 : 3);
        draft.put("cluster.controlPlane.cpu", small ? 2 : 4);
        draft.put("cluster.controlPlane.memoryMB", small ? 4096 : 8192);
        draft.put("cluster.controlPlane.diskGB", small ? 20 : 50);
        if (single) {
            return;
        }
        ask("cluster.workers.replicas", "Number of workers", "2", text -> text.matches("[0-9]{1,3}"))
                .ifPresent(count -> draft.put("cluster.workers.replicas", GivenValues.value(count)));
        draft.put("cluster.workers.cpu", small ? 2 : 8);
        draft.put("cluster.workers.memoryMB", small ? 4096 : 16384);
        draft.put("cluster.workers.diskGB", small ? 20 : 100);
    }

    /** Returns the network to propose addresses from; empty if the infrastructure assigns all addresses, or all are given. */
    private Optional<DiscoveredNetwork> network(Optional<DiscoveredNetwork> discovered) {
        boolean allGiven = List.of(VIP, POOL_START, POOL_END).stream()
                .allMatch(path -> given.find(path).isPresent());
        if (profile.hosting() == Hosting.CLOUD || (allGiven && !profile.runsInContainers())) {
            return Optional.empty();
        }
        if (given.find(SUBNET).isEmpty() && discovered.isPresent()) {
            return discovered;
        }
        return ask(
                        SUBNET,
                        "Machine network, such as 192.168.10.0/24",
                        "",
                        text -> CidrBlock.tryParse(text)
                                .filter(block -> block.first().isIpv4())
                                .isPresent())
                .map(text -> new DiscoveredNetwork(CidrBlock.parse(text), List.of()));
    }

    private void addresses(BootstrapDraft draft, DiscoveredNetwork network) {
        AddressProposal proposal = AddressProposal.of(network, profile.runsInContainers());
        Predicate<String> inSubnet = text ->
                IpAddress.tryParseIpv4(text).filter(network.subnet()::contains).isPresent();
        put(draft, VIP, "Virtual address of the Kubernetes API, unused and outside DHCP", proposal.vip(), inSubnet);
        put(
                draft,
                POOL_START,
                "First address for Services of type LoadBalancer",
                proposal.pool().first(),
                inSubnet);
        put(
                draft,
                POOL_END,
                "Last address for Services of type LoadBalancer",
                proposal.pool().last(),
                inSubnet);
        proposal.machines().ifPresent(machines -> {
            draft.put("network.nodeAddresses.start", machines.first().toString());
            draft.put("network.nodeAddresses.end", machines.last().toString());
            draft.put("network.nodeAddresses.subnet", network.subnet().toString());
            draft.put("network.nodeAddresses.gateway", proposal.gateway().toString());
        });
    }

    private void put(BootstrapDraft draft, String path, String text, IpAddress preset, Predicate<String> valid) {
        ask(path, text, preset.toString(), valid).ifPresent(answer -> draft.put(path, answer));
    }

    private Optional<String> ask(String path, String text, String preset, Predicate<String> valid) {
        Optional<String> fixed = given.find(path);
        if (fixed.isPresent()) {
            fixed.filter(valid.negate())
                    .ifPresent(value ->
                            problems.add(new InputProblem(path, "\"%s\" is not valid".formatted(value), text)));
            return fixed.filter(valid);
        }
        while (true) {
            Optional<String> answer = source.text(
                    SettingQuestion.required(path, Kind.TEXT, text),
                    path,
                    Optional.of(preset).filter(value -> !value.isEmpty()));
            if (answer.isEmpty() || valid.test(answer.get()) || !source.canAskAgain()) {
                return answer;
            }
            source.report("Not valid: " + answer.get());
        }
    }
}
