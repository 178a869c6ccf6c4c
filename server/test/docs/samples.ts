import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One delivery to judge, as samples get it from their driver. */
export interface Delivery {
  body: string;
  headers: Record<string, string>;
  secret: string;
}

/** How a sample of a guide is called from outside: a driver that reads deliveries and prints a list of true and false. */
export interface Runtime {
  language: string;
  file: string;
  command: string[];
  /** Says that the language is on this machine. */
  probe: string[];
  /** Files beside the sample; the sample's own place when it is not the folder itself. */
  files: Record<string, string>;
  place?: string;
}

export const runtimes: Runtime[] = [
  {
    language: 'python',
    file: 'verify.py',
    probe: ['python3', '--version'],
    command: ['python3', 'drive.py'],
    files: {
      'drive.py': `import json, sys
from email.message import Message
from verify import is_genuine
def headers(given):
    message = Message()
    for name, value in given.items(): message[name] = value
    return message
judged = [is_genuine(d["body"].encode(), headers(d["headers"]), d["secret"]) for d in json.load(sys.stdin)]
print(json.dumps(judged))`,
    },
  },
  {
    language: 'php',
    file: 'verify.php',
    probe: ['php', '--version'],
    command: ['php', 'drive.php'],
    files: {
      'drive.php': `<?php
require 'verify.php';
$judge = fn ($d) => isGenuine($d['body'], array_change_key_case($d['headers']), $d['secret']);
echo json_encode(array_map($judge, json_decode(file_get_contents('php://stdin'), true)));`,
    },
  },
  {
    language: 'go',
    file: 'verify.go',
    probe: ['go', 'version'],
    command: ['go', 'run', '.'],
    place: 'webhooks',
    files: {
      'go.mod': 'module sample\n\ngo 1.18\n',
      'main.go': `package main

import (
	"encoding/json"
	"net/http"
	"os"
	"sample/webhooks"
)

func main() {
	var deliveries []struct {
		Body, Secret string
		Headers      map[string]string
	}
	json.NewDecoder(os.Stdin).Decode(&deliveries)
	judged := []bool{}
	for _, d := range deliveries {
		headers := http.Header{}
		for name, value := range d.Headers {
			headers.Set(name, value)
		}
		judged = append(judged, webhooks.IsGenuine([]byte(d.Body), headers, d.Secret))
	}
	json.NewEncoder(os.Stdout).Encode(judged)
}`,
    },
  },
  {
    language: 'ruby',
    file: 'verify.rb',
    probe: ['ruby', '--version'],
    command: ['ruby', 'drive.rb'],
    files: {
      'drive.rb': `require "json"
require_relative "verify"
puts JSON.generate(JSON.parse($stdin.read).map { |d| genuine?(d["body"], d["headers"], d["secret"]) })`,
    },
  },
];

export function isHere({ probe: [command = '', ...args] }: Runtime): boolean {
  return spawnSync(command, args).status === 0;
}

/** The sample's verdict on each delivery. */
export function judge(runtime: Runtime, folder: string, deliveries: Delivery[]): boolean[] {
  for (const [name, text] of Object.entries(runtime.files)) writeFileSync(join(folder, name), text);
  const [command = '', ...args] = runtime.command;
  const env = { ...process.env, GOCACHE: join(folder, 'cache'), GOFLAGS: '-mod=mod', HOME: folder };
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd: folder,
    env,
    input: JSON.stringify(deliveries),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${runtime.file} ended with ${status}:\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}
