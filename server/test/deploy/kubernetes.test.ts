import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

/*
 * Without a cluster: the types that are made from Kubernetes' published OpenAPI document (`kubernetes-types`) refuse fields that do
 * not exist, are missing, or are of another type. Which values are allowed is not in them.
 */

interface Probe {
  httpGet: { port: string };
}

interface Container {
  ports: { name: string }[];
  readinessProbe: Probe;
  livenessProbe: Probe;
  startupProbe: Probe;
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    selector: Record<string, string> & { matchLabels: Record<string, string> };
    ports: { targetPort: string }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: Container[] };
    };
  };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const text = readFileSync(join(root, 'deploy/kubernetes/causeway.yaml'), 'utf8');
const manifestsIn = (yaml: string): Manifest[] =>
  parseAllDocuments(yaml).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });

const folder = mkdtempSync(join(tmpdir(), 'causeway-kubernetes-'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says about each manifest as an object of its type. */
function check(yaml: string): string {
  const lines = manifestsIn(yaml).map((manifest, index) => {
    const group = manifest.apiVersion.includes('/') ? manifest.apiVersion : `core/${manifest.apiVersion}`;
    const type = `import('kubernetes-types/${group}').${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};\n`;
  });
  writeFileSync(join(folder, 'manifests.ts'), lines.join(''));
  const options = '--noEmit --strict --module esnext --moduleResolution bundler'.split(' ');
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, 'manifests.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout;
}

describe('the example for Kubernetes', () => {
  it('has only fields that Kubernetes knows, and all that it needs', () => {
    expect(check(text)).toBe('');
  });

  it('would be refused with a field that is misspelt, missing or of another type', () => {
    const wrong = text
      .replace('name: migrate', 'nam: migrate')
      .replace('periodSeconds: 2', "periodSeconds: '2'")
      .replace('  selector: { matchLabels: { app: causeway, part: work } }\n', '');
    const found = check(wrong);
    expect(found).toContain('\'"nam"\' does not exist');
    expect(found).toContain("Type 'string' is not assignable to type 'number'");
    expect(found).toContain("Property 'selector' is missing");
  });

  it('names its own labels and ports where it refers to them', () => {
    const all = manifestsIn(text);
    const deployments = all.filter(({ kind }) => kind === 'Deployment');
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['causeway-serve', 'causeway-work']);
    const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
    expect(deployments.map(({ spec }) => spec.selector.matchLabels)).toEqual(labels);
    const budgets = all.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets.map(({ spec }) => spec.selector.matchLabels)).toEqual(labels);
    const [service] = all.filter(({ kind }) => kind === 'Service');
    expect(service?.spec.selector).toEqual(labels[0]);
    const containers = deployments.flatMap(({ spec }) => spec.template.spec.containers);
    for (const { ports, readinessProbe, livenessProbe, startupProbe } of containers)
      for (const { httpGet } of [readinessProbe, livenessProbe, startupProbe])
        expect(ports.map(({ name }) => name)).toContain(httpGet.port);
    expect(service?.spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
  });
});
