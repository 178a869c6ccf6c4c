import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../../server/test/support/free-port.ts';
import { until } from '../../../../server/test/support/process.ts';
import { packWooCommerce } from '../../../scripts/woocommerce.ts';
import { findArchives } from './archives.ts';

const exec = promisify(execFile);
const support = fileURLToPath(new URL('.', import.meta.url));

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** A shop of its own: WordPress, WooCommerce and the plug-in as its zip, on MariaDB and PHP of this machine. */
export interface WordPress {
  /** Where PHP listens, without TLS. */
  url: string;
  pages: { classic: number; blocks: number; products: Record<string, number> };
  /** Runs PHP code inside the shop and returns what it returns. */
  php<Result>(code: string): Promise<Result>;
  /** Mails that were sent since the start. */
  mails(): Mail[];
  stop(): Promise<void>;
}

export async function startWordPress(clock: Record<string, string> = {}): Promise<WordPress> {
  const archives = findArchives();
  requirePrograms();
  const folder = mkdtempSync(join(tmpdir(), 'causeway-wordpress-'));
  const root = join(folder, 'wordpress');
  spawnSync('tar', ['-xf', archives.wordpress, '-C', folder]);
  spawnSync('tar', ['-xf', archives.woocommerce, '-C', join(root, 'wp-content/plugins')]);
  const mustUse = join(root, 'wp-content/mu-plugins');
  mkdirSync(mustUse);
  cpSync(join(support, 'must-use.php'), join(mustUse, 'tests.php'));
  const database = await startMariaDb(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const mailFile = join(folder, 'mails');
  writeFileSync(join(root, 'wp-config.php'), config(database.socket));
  const token = randomBytes(16).toString('hex');
  const env = { ...process.env, ...clock, SHOP_MAILS: mailFile, SHOP_URL: url, SHOP_TOKEN: token };
  const run = async (script: string, ...args: string[]) =>
    (await exec('php', [join(support, script), root, ...args], { env, maxBuffer: 1e8 })).stdout;
  await run('install.php', 'https://shop.example', packWooCommerce());
  await run('setup.php');
  const pages = JSON.parse((await run('fill.php')).split('\n').at(-1) ?? '');
  const compiled = ['-d', 'opcache.enable=1', '-d', 'opcache.memory_consumption=256'];
  const web = spawn('php', [...compiled, '-S', `127.0.0.1:${port}`, '-t', root], {
    env: { ...env, PHP_CLI_SERVER_WORKERS: '4' },
    stdio: 'ignore',
    // The workers are processes of their own, and end with the group.
    detached: true,
  });
  // Also when the tests are interrupted.
  process.once('exit', () => web.exitCode === null && web.pid && process.kill(-web.pid));
  await until(() => isUp(`${url}/wp-login.php`));
  return {
    url,
    pages,
    async php(code) {
      const answer = await fetch(`${url}/`, {
        method: 'POST',
        body: code,
        headers: { 'x-shop-token': token },
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status}: ${text}\n${logOf(root)}`);
      return JSON.parse(text.split('\n').at(-1) ?? '');
    },
    mails: () =>
      existsSync(mailFile)
        ? readFileSync(mailFile, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : [],
    async stop() {
      await endGroup(web);
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What WordPress wrote into its log. */
function logOf(root: string): string {
  const file = join(root, 'wp-content/debug.log');
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-2000) : '';
}

function requirePrograms(): void {
  for (const program of ['php', 'mariadbd', 'mariadb-install-db']) {
    if (spawnSync(program, ['--version']).error)
      throw new Error(
        `"${program}" is not installed. On Debian: apt-get install php-cli php-mysql php-xml php-mbstring php-curl mariadb-server`,
      );
  }
}

async function startMariaDb(folder: string): Promise<{ socket: string; stop(): Promise<void> }> {
  const data = join(folder, 'mariadb');
  const socket = join(folder, 'mariadb.sock');
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const common = ['--no-defaults', `--datadir=${data}`, ...user];
  await exec('mariadb-install-db', [...common, '--auth-root-authentication-method=normal', '--skip-test-db']);
  const args = [...common, `--socket=${socket}`, '--skip-networking', '--innodb-flush-log-at-trx-commit=0'];
  const server = spawn('mariadbd', args, { stdio: 'ignore' });
  process.once('exit', () => server.kill());
  const create = 'create database shop character set utf8mb4';
  await until(
    () => spawnSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-e', create]).status === 0,
  );
  return {
    socket,
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    },
  };
}

const config = (socket: string) => `<?php
define('DB_NAME', 'shop');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name) {
    define($name, 'a salt of tests for ' . $name);
}
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_ACCESSIBLE_HOSTS', '127.0.0.1,localhost');
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', true);
// The tests' proxy ends TLS.
$_SERVER['HTTPS'] = 'on';
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

async function isUp(url: string): Promise<boolean> {
  return fetch(url, { redirect: 'manual' }).then(
    (answer) => answer.status < 500,
    () => false,
  );
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}
