package dev.butlerlabs.packages;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.packager.rpm.RpmTag;
import org.eclipse.packager.rpm.RpmVersion;
import org.eclipse.packager.rpm.build.BuilderContext;
import org.eclipse.packager.rpm.build.FileInformation;
import org.eclipse.packager.rpm.build.RpmBuilder;

/** Writes RPM packages. The same files and description give the same bytes. */
final class RpmPackageWriter {
    private static final String RELEASE = "1";
    private static final String OWN = "/" + PackageSpec.NAME;

    private final PackageSpec spec;
    private final List<PackageFile> files;

    RpmPackageWriter(PackageSpec spec, List<PackageFile> files) {
        this.spec = spec;
        this.files = List.copyOf(files);
    }

    void write(Path target) throws IOException {
        RpmVersion version = new RpmVersion(spec.packageVersion(), RELEASE);
        try (RpmBuilder builder = new RpmBuilder(
                PackageSpec.NAME,
                version,
                spec.rpmArchitecture(),
                target,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
            describe(builder.getInformation());
            builder.setHeaderCustomizer(header ->
                    header.putInt(RpmTag.BUILDTIME, (int) spec.created().getEpochSecond()));
            spec.requirements().forEach(name -> builder.addRequirement(name, null));
            addFiles(builder.newContext());
            builder.build();
        }
    }

    private void describe(RpmBuilder.PackageInformation information) {
        information.setSummary(PackageSpec.SUMMARY);
        information.setDescription(PackageSpec.DESCRIPTION);
        information.setLicense(PackageSpec.LICENSE);
        information.setPackager(spec.maintainer());
        information.setGroup("Applications/System");
    }

    private void addFiles(BuilderContext context) throws IOException {
        for (PackageFile file : files) {
            context.addFile(file.target(), file.content(), (name, content, type) -> information(file));
        }
        for (String directory : ownDirectories()) {
            context.addDirectory(directory, information -> {
                information.setMode((short) 0755);
                information.setTimestamp(spec.created());
            });
        }
    }

    /** Returns the directories that only this package uses: removing a package removes only directories that it lists. */
    private Set<String> ownDirectories() {
        Set<String> directories = new TreeSet<>();
        for (PackageFile file : files) {
            String parent = file.target().substring(0, file.target().lastIndexOf('/'));
            while (parent.contains(OWN)) {
                directories.add(parent);
                parent = parent.substring(0, parent.lastIndexOf('/'));
            }
        }
        return directories;
    }

    private FileInformation information(PackageFile file) {
        FileInformation information = new FileInformation();
        information.setMode((short) file.mode());
        information.setTimestamp(spec.created());
        information.setUser(BuilderContext.DEFAULT_USER);
        information.setGroup(BuilderContext.DEFAULT_GROUP);
        return information;
    }
}
