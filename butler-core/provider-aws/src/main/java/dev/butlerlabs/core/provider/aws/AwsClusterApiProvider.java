package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import java.util.List;

/** Tenant clusters on AWS. */
public final class AwsClusterApiProvider implements ClusterApiProvider {
    @Override
    public String infrastructure() {
        return "aws";
    }

    @Override
    public List<ClusterApiRenderer> renderers() {
        return List.of(new AwsClusterApiRenderer());
    }
}
