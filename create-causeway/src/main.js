#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { isOnThisMachine, registerWebhook } from './connect.js';
import { Problem } from './problem.js';
import { askFor } from './questions.js';
import { checkFolder, frameworks, writeShop } from './write-shop.js';

const usage = `Usage: npm create causeway [folder] -- [options]

Writes a shop of one file that takes test payments with your Causeway, installs it and starts it.
What is not given is asked for.

  --framework NAME  ${Object.keys(frameworks).join(', ')}
  --url URL         of your Causeway, such as http://localhost:4000
  --key KEY         a secret test key, svc_test_… (or CAUSEWAY_API_KEY)
  --port PORT       of the shop; the first free one from 3000 otherwise
  --no-start        write and install the shop only
`;

async function main() {
  const { values, positionals } = readArguments();
  if (values.help) return void process.stdout.write(usage);
  const folder = positionals[0] ?? 'causeway-shop';
  checkFolder(folder);
  const answers = await askFor({ ...values, key: values.key ?? process.env['CAUSEWAY_API_KEY'] });
  const port = values.port === undefined ? await freePort() : checkPort(values.port);
  const canDeliver = isOnThisMachine(answers.url);
  const shopUrl = `http://localhost:${port}`;
  const secret = canDeliver ? await registerWebhook(answers.url, answers.key, shopUrl) : '';
  writeShop(folder, { ...answers, secret, port });
  await run(['install', '--no-audit', '--no-fund'], folder);
  process.stdout.write(
    `\nThe shop is ${folder}/${frameworks[answers.framework].file}, its keys are in ${folder}/.env.\n`,
  );
  if (!canDeliver) {
    const listen = `causeway webhooks listen --forward-to ${shopUrl}/webhooks/causeway`;
    process.stdout.write(
      `Your Causeway cannot reach this machine. Run "${listen}" and write the secret that it prints to CAUSEWAY_WEBHOOK_SECRET in ${folder}/.env; then run "npm start" there.\n`,
    );
  } else if (values['no-start']) process.stdout.write(`Start it: cd ${folder} && npm start\n`);
  else await run(['start'], folder);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        framework: { type: 'string' },
        url: { type: 'string' },
        key: { type: 'string' },
        port: { type: 'string' },
        'no-start': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

/** @param {string} text */
function checkPort(text) {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Problem(`--port is "${text}". Give a port from 1 to 65535.`);
}

async function freePort() {
  for (let port = 3000; port < 3100; port += 1) {
    const isFree = await new Promise((resolve) => {
      const server = createServer().once('error', () => resolve(false));
      server.listen(port, () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Problem('All ports from 3000 to 3099 are taken. Give another one: --port 8080');
}

/**
 * @param {string[]} args Of npm.
 * @param {string} folder
 */
async function run(args, folder) {
  const child = spawn('npm', args, { cwd: folder, stdio: 'inherit' });
  // Ctrl-C reaches npm as well; the shop ends first.
  const wait = () => {};
  process.on('SIGINT', wait);
  const end = () => child.kill('SIGTERM');
  process.on('SIGTERM', end);
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.off('SIGINT', wait);
  process.off('SIGTERM', end);
  if (code)
    throw new Problem(
      `"npm ${args[0]}" failed in ${folder} with exit code ${code}. The output above says why.`,
    );
}

await main().catch((error) => {
  if (!(error instanceof Problem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
