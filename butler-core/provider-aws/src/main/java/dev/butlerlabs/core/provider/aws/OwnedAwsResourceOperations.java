package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.NetworkInterface;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.Volume;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancer;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetGroup;

/** Lists and deletes all resources with ownership tags of Butler in the region. */
final class OwnedAwsResourceOperations {
    private static final String INSTANCE = "instance";
    private static final String VOLUME = "volume";
    private static final String CARD = "network interface";
    private static final String BALANCER = "load balancer";
    private static final String TARGET_GROUP = "target group";

    private final Ec2InstanceClient instances;
    private final OrphanedVolumeAndNicCleaner leftovers;
    private final LoadBalancerReader look;
    private final NetworkLoadBalancerOperations balancers;

    OwnedAwsResourceOperations(
            Ec2InstanceClient instances,
            OrphanedVolumeAndNicCleaner leftovers,
            LoadBalancerReader look,
            NetworkLoadBalancerOperations balancers) {
        this.instances = instances;
        this.leftovers = leftovers;
        this.look = look;
        this.balancers = balancers;
    }

    List<OwnedResource> all() {
        List<Filter> butlers = List.of(OwnershipTagMapper.anyOfButler());
        List<OwnedResource> all = new ArrayList<>();
        add(all, INSTANCE, instances.present(OwnershipTagMapper.anyOfButler()), Instance::instanceId, Instance::tags);
        add(all, VOLUME, leftovers.volumes(butlers), Volume::volumeId, Volume::tags);
        add(all, CARD, leftovers.cards(butlers), NetworkInterface::networkInterfaceId, NetworkInterface::tagSet);
        List<LoadBalancer> found = look.allBalancers();
        Map<String, OwnerId> owners =
                look.owners(found.stream().map(LoadBalancer::loadBalancerArn).toList());
        found.forEach(one -> add(all, BALANCER, one.loadBalancerName(), one.loadBalancerArn(), owners));
        List<TargetGroup> groups = look.allTargetGroups();
        Map<String, OwnerId> groupOwners =
                look.owners(groups.stream().map(TargetGroup::targetGroupArn).toList());
        groups.forEach(one -> add(all, TARGET_GROUP, one.targetGroupName(), one.targetGroupArn(), groupOwners));
        return List.copyOf(all);
    }

    private static <T> void add(
            List<OwnedResource> all, String type, List<T> found, Function<T, String> id, Function<T, List<Tag>> tags) {
        for (T one : found) {
            Map<String, String> marks = OwnershipTagMapper.read(tags.apply(one));
            String name = Optional.ofNullable(marks.get(OwnershipTags.MACHINE))
                    .or(() -> Optional.ofNullable(marks.get(OwnershipTagMapper.NAME)))
                    .orElseGet(() -> id.apply(one));
            OwnershipTagMapper.owner(marks)
                    .ifPresent(owner -> all.add(new OwnedResource(type, name, id.apply(one), owner)));
        }
    }

    private static void add(
            List<OwnedResource> all, String type, String name, String arn, Map<String, OwnerId> owners) {
        Optional.ofNullable(owners.get(arn)).ifPresent(owner -> all.add(new OwnedResource(type, name, arn, owner)));
    }

    /** Deletes a resource after checking its tags again. Resources that are attached to an instance are deleted with it. */
    void remove(OwnedResource resource) {
        String id = resource.providerId();
        switch (resource.type()) {
            case INSTANCE ->
                instances.find(id).filter(found -> isOf(resource, found.tags())).ifPresent(instances::terminate);
            case VOLUME ->
                marked(leftovers.volumes(List.of(OwnershipTagMapper.filter("volume-id", id))), Volume::tags, resource)
                        .filter(OrphanedVolumeAndNicCleaner::isLoose)
                        .forEach(volume -> leftovers.removeVolume(id));
            case CARD ->
                marked(
                                leftovers.cards(List.of(OwnershipTagMapper.filter("network-interface-id", id))),
                                NetworkInterface::tagSet,
                                resource)
                        .filter(OrphanedVolumeAndNicCleaner::isLoose)
                        .forEach(card -> leftovers.removeCard(id));
            case BALANCER -> ifOurs(resource, () -> balancers.removeBalancer(id));
            case TARGET_GROUP -> ifOurs(resource, () -> balancers.removeTargetGroup(id));
            default -> throw new IllegalArgumentException("not created by this provider: " + resource);
        }
    }

    private static <T> Stream<T> marked(List<T> found, Function<T, List<Tag>> tags, OwnedResource resource) {
        return found.stream().filter(one -> isOf(resource, tags.apply(one)));
    }

    private static boolean isOf(OwnedResource resource, List<Tag> tags) {
        return OwnershipTagMapper.owner(OwnershipTagMapper.read(tags))
                .filter(resource.owner()::equals)
                .isPresent();
    }

    private void ifOurs(OwnedResource resource, Runnable removal) {
        if (resource.owner().equals(look.owners(List.of(resource.providerId())).get(resource.providerId()))) {
            removal.run();
        }
    }
}
