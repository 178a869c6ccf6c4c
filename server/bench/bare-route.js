import Fastify from 'fastify';

/** Baseline for reads: Fastify sending the same headers and body from memory. */
const body = process.env['BENCH_BODY'] ?? '';
const headers = JSON.parse(process.env['BENCH_HEADERS'] ?? '{}');
const app = Fastify();
app.get('/api/v1/payments/:payment_id', async (_request, reply) => reply.headers(headers).send(body));
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url: `http://127.0.0.1:${app.addresses()[0]?.port}` });
for (const end of ['SIGTERM', 'disconnect']) process.on(end, () => process.exit(0));
