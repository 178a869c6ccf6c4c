import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { alarmKinds } from './alarms.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('knows every kind of alarm that is raised', () => {
  const raised = [
    ...read('store.ts').matchAll(/select (?:concat_ws\(' ', '([a-z]+)'|'([a-z]+) ' \|\|)/g),
  ].map(([, listed, written]) => listed ?? written);
  expect([...new Set(raised)].sort()).toEqual([...alarmKinds]);
});

it('names every kind in the guide for operators', () => {
  const [row = ''] = read('../../../../docs/operating.md').match(/^\| `causeway_alarms` .*$/m) ?? [];
  const named = [...(row.split(' now: ')[1]?.split('. ')[0] ?? '').matchAll(/`([a-z]+)`/g)].map(
    ([, kind]) => kind,
  );
  expect(named).toEqual([...alarmKinds]);
});
