package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.net.URI;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.DescribeInstanceTypeOfferingsRequest;
import software.amazon.awssdk.services.ec2.model.DescribeSubnetsRequest;
import software.amazon.awssdk.services.ec2.model.LocationType;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** Finds VPCs, subnets, security groups and instance types of a region of AWS. */
final class AwsDiscovery implements SettingsDiscovery {
    /** Instance types to list first: a region offers hundreds. */
    private static final String USUAL_TYPES = "(m|c|r)[5-9][a-z]*\\.(x|2x|4x)large";

    @Override
    public List<SettingQuestion> questions() {
        return List.of(
                SettingQuestion.required("region", Kind.TEXT, "Region, such as eu-central-1"),
                SettingQuestion.required(AwsClients.ACCESS_KEY_ID, Kind.TEXT, "Access key ID")
                        .withVariable("AWS_ACCESS_KEY_ID"),
                SettingQuestion.required(AwsClients.SECRET_ACCESS_KEY, Kind.SECRET, "Secret access key")
                        .withVariable("AWS_SECRET_ACCESS_KEY"),
                SettingQuestion.optional(
                                AwsClients.SESSION_TOKEN,
                                Kind.SECRET,
                                "Session token of temporary credentials; empty for none")
                        .withVariable("AWS_SESSION_TOKEN"),
                SettingQuestion.required("vpcID", Kind.ONE_OF, "VPC of the machines"),
                SettingQuestion.required("subnetIDs", Kind.SOME_OF, "Subnets to distribute the machines over")
                        .unless("subnetID"),
                SettingQuestion.required("securityGroupIDs", Kind.SOME_OF, "Security groups of every machine")
                        .unless("securityGroupID"),
                SettingQuestion.optional(
                        "instanceType", Kind.ONE_OF, "Instance type of every machine; none to match CPU and memory"));
    }

    @Override
    public DiscoveryConnection connect(ConfigSection answers) {
        ConfigSettings given = answers.read(AwsBootstrapConfigKeys.KEYS);
        Map<String, SensitiveText> secrets = new HashMap<>();
        given.find(AwsBootstrapConfigKeys.ACCESS_KEY_ID)
                .ifPresent(id -> secrets.put(AwsClients.ACCESS_KEY_ID, new SensitiveText(id)));
        given.find(AwsBootstrapConfigKeys.SECRET_ACCESS_KEY)
                .ifPresent(secret -> secrets.put(AwsClients.SECRET_ACCESS_KEY, secret));
        given.find(AwsBootstrapConfigKeys.SESSION_TOKEN)
                .ifPresent(token -> secrets.put(AwsClients.SESSION_TOKEN, token));
        if (secrets.size() < 2 || given.find(AwsSettingsKeys.REGION).isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid AWS settings.", answers.problems().problems());
        }
        return new Region(AwsClients.connect(settings(given), new Credentials(secrets)));
    }

    private static AwsSettings settings(ConfigSettings given) {
        return new AwsSettings(
                given.get(AwsSettingsKeys.REGION),
                given.find(AwsSettingsKeys.ENDPOINT).map(URI::create),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                AwsSettings.TALOS_ACCOUNT,
                Architecture.AMD64,
                true,
                false);
    }

    private record Region(AwsClients clients) implements DiscoveryConnection {
        @Override
        public String verify() {
            String account = AwsErrorMapper.ask(
                    "identify the caller",
                    () -> clients.identity().getCallerIdentity().account());
            return "AWS account " + account;
        }

        @Override
        public List<SettingChoice> choices(String key, ConfigSection answers) {
            Optional<String> vpc = answers.read(AwsBootstrapConfigKeys.KEYS).find(AwsSettingsKeys.VPC);
            return switch (key) {
                case "vpcID" ->
                    subnets().stream()
                            .map(Subnet::vpcId)
                            .distinct()
                            .sorted()
                            .map(SettingChoice::of)
                            .toList();
                case "subnetIDs" ->
                    subnets().stream()
                            .filter(subnet -> vpc.map(subnet.vpcId()::equals).orElse(true))
                            .sorted(Comparator.comparing(Subnet::availabilityZone)
                                    .thenComparing(Subnet::subnetId))
                            .map(subnet -> new SettingChoice(
                                    subnet.subnetId(),
                                    "%s, %s in %s"
                                            .formatted(
                                                    subnet.subnetId(), subnet.cidrBlock(), subnet.availabilityZone()),
                                    true))
                            .toList();
                case "securityGroupIDs" -> securityGroups(vpc);
                case "instanceType" -> instanceTypes();
                default -> List.of();
            };
        }

        /** VPCs are known by their subnets: a VPC without subnets is of no use. */
        private List<Subnet> subnets() {
            return AwsErrorMapper.ask(
                    "describe the subnets",
                    () ->
                            clients
                                    .ec2()
                                    .describeSubnetsPaginator(
                                            DescribeSubnetsRequest.builder().build())
                                    .subnets()
                                    .stream()
                                    .toList());
        }

        private List<SettingChoice> securityGroups(Optional<String> vpc) {
            List<SecurityGroup> groups = AwsErrorMapper.ask(
                    "describe the security groups",
                    () -> clients.ec2().describeSecurityGroupsPaginator().securityGroups().stream()
                            .toList());
            return groups.stream()
                    .filter(group -> vpc.map(id -> id.equals(group.vpcId())).orElse(true))
                    .sorted(Comparator.comparing(SecurityGroup::groupId))
                    .map(group -> SettingChoice.of(
                            group.groupId(),
                            Optional.ofNullable(group.groupName())
                                    .map(name -> group.groupId() + ", " + name)
                                    .orElse(group.groupId())))
                    .toList();
        }

        private List<SettingChoice> instanceTypes() {
            return AwsErrorMapper.ask(
                    "list the instance types",
                    () -> clients
                            .ec2()
                            .describeInstanceTypeOfferingsPaginator(DescribeInstanceTypeOfferingsRequest.builder()
                                    .locationType(LocationType.AVAILABILITY_ZONE)
                                    .build())
                            .instanceTypeOfferings()
                            .stream()
                            .map(offering -> offering.instanceTypeAsString())
                            .distinct()
                            .sorted(Comparator.comparing((String type) -> !type.matches(USUAL_TYPES))
                                    .thenComparing(Comparator.naturalOrder()))
                            .map(SettingChoice::of)
                            .toList());
        }

        @Override
        public void close() {
            clients.close();
        }
    }
}
