import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../../platform/http/context.ts';
import { deliveryRoutes } from './deliveries/delivery-routes.ts';
import { endpointRoutes } from './endpoints/endpoint-routes.ts';
import { eventRoutes } from './event-routes.ts';

export function webhookRoutes(ctx: HttpContext) {
  return async (api: FastifyInstance): Promise<void> => {
    endpointRoutes(api, ctx);
    deliveryRoutes(api, ctx);
    eventRoutes(api, ctx);
  };
}
