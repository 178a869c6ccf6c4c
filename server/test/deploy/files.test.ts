import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { settings } from '../../src/platform/config/settings.ts';
import { until } from '../support/process.ts';
import { findOrSay } from '../support/programs.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

describe('settings in the files of deploy/', () => {
  it.each(['deploy/compose.env', 'compose.yaml', 'Dockerfile', 'deploy/kubernetes/causeway.yaml'])(
    '%s names only settings that exist',
    (path) => {
      const others = [
        'DOMAIN',
        'POSTGRES_PASSWORD',
        'POSTGRES_USER',
        'NODE_ENV',
        'NODE_EXTRA_CA_CERTS',
        'NODE_IMAGE',
        'BASE_IMAGE',
      ];
      const named = [...read(path).matchAll(/^\s*(?:ENV )?([A-Z][A-Z_]{3,})(?:=|:\s)/gm)].map(
        ([, name]) => name,
      );
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name = '') => !(name in settings) && !others.includes(name))).toEqual([]);
    },
  );

  it('the image has the version and the paths of the package', () => {
    const program = '/node_modules/@causeway/server/server/dist/cli.js';
    for (const path of [
      'Dockerfile',
      'deploy/systemd/causeway-serve@.service',
      'deploy/systemd/causeway-work.service',
    ])
      expect(read(path), path).toContain(program);
    expect(read('Dockerfile')).toMatch(/^USER \d+:\d+$/m);
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true });

  it('mounts files that are there, or that the guide copies, and folders that it declares', () => {
    const mounts: (string | { source: string })[] = Object.values(services).flatMap(
      (service) => (service as { volumes?: string[] }).volumes ?? [],
    );
    const sources = mounts.map((mount) =>
      typeof mount === 'string' ? (mount.split(':')[0] ?? '') : mount.source,
    );
    const copied = [...read('docs/deploying.md').matchAll(/^cp (\S+) (\S+)$/gm)].flatMap(
      ([, from = '', to]) =>
        existsSync(new URL(from, root)) ? [`./${to === '.' ? from.split('/').at(-1) : to}`] : [],
    );
    expect(copied).toEqual(['./.env', './alertmanager.yml']);
    const made = [...read('docs/deploying.md').matchAll(/^install -d .* (\S+)$/gm)].map(
      ([, to]) => `./${to}`,
    );
    expect(made).toEqual(['./wallet']);
    const known = [...Object.keys(volumes), ...copied, ...made];
    expect(sources.filter((source) => !known.includes(source) && !existsSync(new URL(source, root)))).toEqual(
      [],
    );
  });

  it('sets nothing for which the service would write into its read-only image', () => {
    for (const name of ['serve', 'work', 'migrate'])
      expect(services[name]).toMatchObject({ read_only: true, env_file: '.env' });
    expect(read('deploy/compose.env')).not.toMatch(/^(DEMO|DATA_DIR)=/m);
  });
});

const analyze = findOrSay('systemd-analyze');

describe.runIf(analyze)('systemd units', () => {
  const units = readdirSync(new URL('deploy/systemd', root)).map((name) => `deploy/systemd/${name}`);

  it.each(units)('%s is accepted', (unit) => {
    // It also looks for the program, which is only there on a server.
    const text = execFileSync('sh', ['-c', `"${analyze}" verify ${unit} 2>&1 || true`], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(
      text.split('\n').filter((line) => line !== '' && !/is not executable|\/usr\/bin\/node/.test(line)),
    ).toEqual([]);
  });

  it.each(units)('%s is hardened: its exposure is at most 1.5 of 10', (unit) => {
    const text = run(analyze ?? '', 'security', '--offline=true', '--no-pager', unit);
    expect(Number(/exposure level[^:]*: ([\d.]+)/.exec(text)?.[1])).toBeLessThanOrEqual(1.5);
  });
});

describe('the guide of systemd', () => {
  const blocks = [...read('docs/deploying.md').matchAll(/```text\n([^`]*--prefix[^`]*)```/g)].map(
    ([, code]) => code,
  );
  // As they are pasted, in a folder of our own, with an npm that writes a version as the real one does: instead of what was there.
  const paste = (folder: string, block = '', version = '') =>
    execFileSync('bash', ['-e'], {
      cwd: folder,
      input: `
        npm() { rm -rf "$3/node_modules"; mkdir -p "$3/${dist}"; cp program.mjs "$3/${dist}/cli.js"
          echo "console.log('${version}');" > "$3/${dist}/later.js"; }
        install() { :; }; cp() { case $1 in program.mjs) command cp "$@";; esac; }
        systemctl() { :; }; curl() { :; }; sleep() { :; }; causeway() { :; }
        ${block.replaceAll('/opt/causeway', `${folder}/opt`).replaceAll('/etc/causeway', `${folder}/etc`).replaceAll(current, version)}`,
    });
  const dist = 'node_modules/@causeway/server/server/dist';
  const { version: current } = JSON.parse(read('package.json'));

  it('leaves running processes their files in an upgrade, and starts the new version afterwards', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-systemd-'));
    try {
      // Loads a file late, when a line comes, as the service does for what is seldom used.
      writeFileSync(
        join(folder, 'program.mjs'),
        "process.stdin.once('data', () => import('./later.js').then(() => process.exit())); console.log('ready');",
      );
      const unit = read('deploy/systemd/causeway-work.service');
      const program = /\/opt\/causeway\/(\S+cli\.js)/.exec(unit)?.[1] ?? '';
      expect(blocks).toHaveLength(2);
      paste(folder, blocks[0], '1.0.0');
      const old = spawn(process.execPath, [join(folder, 'opt', program)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let printed = '';
      old.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
      await until(() => printed.includes('ready'));
      paste(folder, blocks[1], '2.0.0');
      const ended = new Promise((resolve) => old.once('close', resolve));
      old.stdin.end('\n');
      expect([await ended, printed]).toEqual([0, 'ready\n1.0.0\n']);
      const next = execFileSync(process.execPath, [join(folder, 'opt', program)], {
        input: '\n',
        encoding: 'utf8',
      });
      expect(next).toBe('ready\n2.0.0\n');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the lines that make `causeway` a command', () => {
  const programs = ['npm', 'npx', 'docker', 'kubectl', 'systemd-run'];
  const lines = [...read('docs/alerts.md').matchAll(/^causeway\(\) \{(?:.*\\\n)*.*\}/gm)].map(
    ([line]) => [/npm|npx|docker|kubectl|systemd-run/.exec(line)?.[0], line] as const,
  );
  // Programs in the place of the real ones print a setting that they were given, and their arguments.
  const paste = (line: string, call: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'causeway-lines-'));
    try {
      for (const name of programs)
        writeFileSync(join(folder, name), '#!/bin/sh\nprintf "%s\\n" "$LOG_LEVEL" "$@"\n', { mode: 0o755 });
      const env = { PATH: `${folder}:${process.env['PATH']}` };
      const script = ['--norc', '-ec', `${line}\n${call}`];
      return execFileSync('bash', script, { env, encoding: 'utf8' }).trimEnd();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it('are one for each way to run it', () => {
    expect(lines.map(([program]) => program)).toEqual(programs);
  });

  it.each(lines)('pass on arguments, and a setting for one command alone: %s', (_program, line) => {
    const plain = paste(line, "causeway vault show 'a b'");
    expect(plain).toMatch(/\nvault\nshow\na b$/);
    expect(plain).not.toContain('LOG_LEVEL');
    const set = paste(line, 'with=LOG_LEVEL=debug causeway vault show');
    expect(set).toMatch(/^debug\n|\n--env=LOG_LEVEL=debug\nwork\n|env\nLOG_LEVEL=debug\n(?:\S*\/)?node\n/);
    expect(set).toMatch(/\nvault\nshow$/);
  });
});

describe('the guide of high availability', () => {
  it('makes one cluster of etcd: what Debian made at the install is gone before the restart', () => {
    const guide = read('docs/high-availability.md');
    const steps = [
      'systemctl stop etcd',
      'rm -r /var/lib/etcd/default',
      'systemctl restart etcd',
      'member list',
    ];
    const places = [...steps, 'systemctl enable --now patroni'].map((step) => guide.indexOf(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });
});

const caddy = findOrSay('caddy');

describe.runIf(caddy)('Caddy', () => {
  it('accepts the configuration', () => {
    const env = { ...process.env, DOMAIN: 'pay.example.com' };
    const args = ['adapt', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile'];
    const adapted = JSON.parse(
      execFileSync(caddy ?? '', args, {
        cwd: root,
        encoding: 'utf8',
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    expect(JSON.stringify(adapted)).toContain('"pay.example.com"');
    expect(JSON.stringify(adapted)).toContain('"dial":"serve:4000"');
  });
});
