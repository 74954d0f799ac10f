// Runs Talos's own library, so that tests can compare Butler with it.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/siderolabs/talos/pkg/machinery/config"
	"github.com/siderolabs/talos/pkg/machinery/config/configloader"
	"github.com/siderolabs/talos/pkg/machinery/config/configpatcher"
	"github.com/siderolabs/talos/pkg/machinery/config/encoder"
	"github.com/siderolabs/talos/pkg/machinery/config/generate"
	"github.com/siderolabs/talos/pkg/machinery/config/generate/secrets"
	"github.com/siderolabs/talos/pkg/machinery/config/machine"
)

type mode string

func (m mode) String() string        { return string(m) }
func (m mode) RequiresInstall() bool { return m == "metal" }
func (m mode) InContainer() bool     { return m == "container" }

func main() {
	out, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Stdout.Write(out)
}

func run(args []string) ([]byte, error) {
	if len(args) < 2 {
		return nil, fmt.Errorf("usage: validate MODE FILE | patch FILE PATCH... | generate SECRETS TYPE VERSION KUBERNETES | secrets FILE")
	}
	switch args[0] {
	case "validate":
		cfg, err := configloader.NewFromFile(args[2])
		if err != nil {
			return nil, err
		}
		warnings, err := cfg.Validate(mode(args[1]))
		for _, warning := range warnings {
			fmt.Fprintln(os.Stderr, "warning:", warning)
		}
		return nil, err
	case "patch":
		text, err := os.ReadFile(args[1])
		if err != nil {
			return nil, err
		}
		patches, err := configpatcher.LoadPatches(args[2:])
		if err != nil {
			return nil, err
		}
		cfg, err := configloader.NewFromBytes(text)
		if err != nil {
			return nil, err
		}
		out, err := configpatcher.Apply(configpatcher.WithConfig(cfg), patches)
		if err != nil {
			return nil, err
		}
		return out.Bytes()
	case "generate":
		bundle, err := secrets.LoadBundle(args[1])
		if err != nil {
			return nil, err
		}
		bundle.Clock = secrets.NewFixedClock(time.Now())
		contract, err := config.ParseContractFromVersion(args[3])
		if err != nil {
			return nil, err
		}
		input, err := generate.NewInput("reference", "https://10.0.0.9:6443", args[4],
			generate.WithVersionContract(contract), generate.WithSecretsBundle(bundle),
			generate.WithInstallDisk("/dev/sda"), generate.WithAdditionalSubjectAltNames([]string{"10.0.0.9"}))
		if err != nil {
			return nil, err
		}
		kind, err := machine.ParseType(args[2])
		if err != nil {
			return nil, err
		}
		cfg, err := input.Config(kind)
		if err != nil {
			return nil, err
		}
		return cfg.EncodeBytes(encoder.WithComments(encoder.CommentsDisabled))
	case "secrets":
		bundle, err := secrets.LoadBundle(args[1])
		if err != nil {
			return nil, err
		}
		return nil, bundle.Validate()
	}
	return nil, fmt.Errorf("unknown command %s", args[0])
}
