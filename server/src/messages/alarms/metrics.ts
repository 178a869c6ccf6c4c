import { Gauge, type Registry } from 'prom-client';
import { answered } from '../../platform/metrics/metrics.ts';
import { type AlarmKind, alarmKinds } from './alarms.ts';

/** The same in every process, also in those without workers: alarms are counted in the database. */
export function registerAlarmMetrics(
  registry: Registry,
  count: () => Promise<ReadonlyMap<AlarmKind, number>>,
): void {
  const gauge = new Gauge({
    name: 'causeway_alarms',
    help: 'What needs the operator now, by kind, for all processes.',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const counts = await answered(count());
      for (const kind of alarmKinds) gauge.set({ kind }, counts ? (counts.get(kind) ?? 0) : Number.NaN);
    },
  });
}
