package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for boot images. */
@Command(
        name = "image",
        aliases = {"images", "is"},
        description = "Manage Talos images on infrastructures.",
        footer = {
            "  butleradm image catalog v1.12.1",
            "  butleradm image sync rack-one v1.12.1 --wait",
            "  butleradm image list"
        })
public final class ImageCommand extends CommandGroup {
    private ImageCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ImageCommand(session))
                .with("sync", () -> new ImageSyncCommand(session))
                .with("list", () -> new ImageListCommand(session))
                .with("get", () -> new ImageGetCommand(session))
                .with("describe", () -> new ImageDescribeCommand(session))
                .with("delete", () -> new ImageDeleteCommand(session))
                .with("catalog", () -> new ImageCatalogCommand(session))
                .with("export", () -> new ImageExportCommand(session))
                .with("serve", () -> new ImageServeCommand(session));
    }
}
