import type { MedusaContainer } from '@medusajs/framework/types';
import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { CausewayProvider } from './provider.ts';
import { readEvents } from './read-events.ts';
import { releaseOrder } from './sessions.ts';

/** The provider, as Medusa's payment module loads it. */
export default ModuleProvider(Modules.PAYMENT, { services: [CausewayProvider] });

/** The job that reads events: what Medusa loads from a plug-in's folder of jobs. */
export const eventsJob = {
  default: (container: MedusaContainer) => readEvents(container),
  config: { name: 'causeway-events', schedule: process.env['CAUSEWAY_EVENTS_SCHEDULE'] || '*/5 * * * *' },
};

/** What Medusa loads from a plug-in's folder of subscribers. */
export const orderCanceledSubscriber = {
  default: ({ event, container }: { event: { data: { id: string } }; container: MedusaContainer }) =>
    releaseOrder(container, event.data.id),
  config: { event: 'order.canceled', context: { subscriberId: 'causeway-order-canceled' } },
};
