package dev.butlerlabs.core.cli.addon;

import dev.butlerlabs.core.addon.change.AddonRequest;
import dev.butlerlabs.core.addon.change.AddonValues;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.InputText;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads an addon request from options. Reports its problems together with those found in the catalog. */
public record AddonInput(CommandContext session, AddonOptions options) {
    public AddonRequest read(String addon) {
        List<InputProblem> flaws = new ArrayList<>();
        Optional<ConfigText> file = options.values().flatMap(path -> text(path, flaws));
        AddonValues.Reading values = AddonValues.read(file, options.assignments());
        flaws.addAll(values.problems());
        return new AddonRequest(addon, options.version(), values.values(), options.secret(), flaws);
    }

    private Optional<ConfigText> text(Path path, List<InputProblem> flaws) {
        try {
            return Optional.of(InputText.read(session, path));
        } catch (ButlerException e) {
            flaws.add(new InputProblem("--values", e.getMessage(), e.hint()));
            return Optional.empty();
        }
    }
}
