// Baseline for creates: idempotency as one would write it. A transaction that claims the key, inserts the payment and
// keeps the answer.
import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env['BENCH_DATABASE_URL'],
  max: Number(process.env['BENCH_POOL_SIZE']),
});
await pool.query(`
  create table naive_payments (id text primary key, merchant_id text not null, body text not null, created_at timestamptz not null);
  create table naive_keys (merchant_id text, key text, fingerprint text not null, answer text, primary key (merchant_id, key))`);

/** The answer to send. Undefined when the key was used for another body. */
async function create(client, key, body) {
  const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const claimed = await client.query(
    'insert into naive_keys (merchant_id, key, fingerprint) values ($1, $2, $3) on conflict do nothing',
    ['mer_bench', key, fingerprint],
  );
  if (claimed.rowCount === 0) {
    const kept = await client.query(
      'select fingerprint, answer from naive_keys where merchant_id = $1 and key = $2',
      ['mer_bench', key],
    );
    return kept.rows[0]?.fingerprint === fingerprint ? kept.rows[0].answer : undefined;
  }
  const payment = { payment_id: randomUUID(), status: 'pending', ...body, created_at: new Date() };
  await client.query(
    'insert into naive_payments (id, merchant_id, body, created_at) values ($1, $2, $3, $4)',
    [payment.payment_id, 'mer_bench', JSON.stringify(payment), payment.created_at],
  );
  const answer = JSON.stringify({ success: true, data: payment });
  await client.query('update naive_keys set answer = $3 where merchant_id = $1 and key = $2', [
    'mer_bench',
    key,
    answer,
  ]);
  return answer;
}

const app = Fastify();
app.post('/api/v1/payments', async (request, reply) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const answer = await create(client, request.headers['idempotency-key'], request.body);
    await client.query('commit');
    if (answer === undefined) return reply.code(409).send({ success: false });
    return reply.code(201).type('application/json; charset=utf-8').send(answer);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ url: `http://127.0.0.1:${app.addresses()[0]?.port}` });
for (const end of ['SIGTERM', 'disconnect']) process.on(end, () => process.exit(0));
