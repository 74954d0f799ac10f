// The CNI plugin for flannel: adds the subnet of the node, which flanneld writes to a file, to the configuration and calls the plugin for bridges.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const subnetFile = "/run/flannel/subnet.env"

type settings struct {
	Version  string          `json:"cniVersion"`
	Name     string          `json:"name"`
	Previous json.RawMessage `json:"prevResult,omitempty"`
	Delegate map[string]any  `json:"delegate"`
}

func main() {
	if os.Getenv("CNI_COMMAND") == "VERSION" {
		fmt.Println(`{"cniVersion":"1.0.0","supportedVersions":["0.3.0","0.3.1","0.4.0","1.0.0"]}`)
		return
	}
	if err := run(); err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			os.Exit(failed.ExitCode())
		}
		report(err)
	}
}

func run() error {
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var request settings
	if err := json.Unmarshal(input, &request); err != nil {
		return err
	}
	subnet, err := readSubnet()
	if err != nil {
		return err
	}
	_, network, err := net.ParseCIDR(subnet["FLANNEL_SUBNET"])
	if err != nil {
		return err
	}
	configuration, err := json.Marshal(bridge(request, subnet, network.String()))
	if err != nil {
		return err
	}
	return call("bridge", configuration)
}

func readSubnet() (map[string]string, error) {
	content, err := os.ReadFile(subnetFile)
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for line := range strings.Lines(string(content)) {
		if key, value, found := strings.Cut(strings.TrimSpace(line), "="); found {
			values[key] = value
		}
	}
	return values, nil
}

func bridge(request settings, subnet map[string]string, network string) map[string]any {
	result := map[string]any{
		"cniVersion": request.Version, "name": request.Name, "type": "bridge", "isGateway": true,
		"mtu":    json.Number(subnet["FLANNEL_MTU"]),
		"ipMasq": subnet["FLANNEL_IPMASQ"] == "false",
		"ipam": map[string]any{
			"type":   "host-local",
			"ranges": [][]map[string]string{{{"subnet": network}}},
			"routes": []map[string]string{{"dst": subnet["FLANNEL_NETWORK"]}},
		},
	}
	if request.Previous != nil {
		result["prevResult"] = request.Previous
	}
	for key, value := range request.Delegate {
		result[key] = value
	}
	return result
}

// The output of the other plugin, an error as well, is that of this one.
func call(plugin string, configuration []byte) error {
	for _, directory := range filepath.SplitList(os.Getenv("CNI_PATH")) {
		path := filepath.Join(directory, plugin)
		if _, err := os.Stat(path); err != nil {
			continue
		}
		command := exec.Command(path)
		command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(configuration), os.Stdout, os.Stderr
		return command.Run()
	}
	return fmt.Errorf("no plugin %s in %s", plugin, os.Getenv("CNI_PATH"))
}

func report(err error) {
	message, _ := json.Marshal(map[string]any{"cniVersion": "1.0.0", "code": 999, "msg": err.Error()})
	fmt.Println(string(message))
	os.Exit(1)
}
