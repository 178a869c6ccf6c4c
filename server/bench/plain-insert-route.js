// Baseline for creates: what one would write first. One plain insert, no idempotency, no checks.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env['BENCH_DATABASE_URL'],
  max: Number(process.env['BENCH_POOL_SIZE']),
});
await pool.query(
  'create table plain_payments (id text primary key, merchant_id text not null, body text not null, created_at timestamptz not null)',
);
const app = Fastify();
app.post('/api/v1/payments', async (request, reply) => {
  const payment = { payment_id: randomUUID(), status: 'pending', ...request.body, created_at: new Date() };
  const values = [payment.payment_id, 'mer_bench', JSON.stringify(payment), payment.created_at];
  await pool.query(
    'insert into plain_payments (id, merchant_id, body, created_at) values ($1, $2, $3, $4)',
    values,
  );
  return reply.code(201).send({ success: true, data: payment });
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url: `http://127.0.0.1:${app.addresses()[0]?.port}` });
for (const end of ['SIGTERM', 'disconnect']) process.on(end, () => process.exit(0));
