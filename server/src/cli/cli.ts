#!/usr/bin/env -S node --max-semi-space-size=32
import { runCli } from './main.ts';

process.exitCode = await runCli(process.argv.slice(2));
