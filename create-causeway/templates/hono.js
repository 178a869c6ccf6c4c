import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { homePage, orderPage, payOrder, placeOrder, receiveWebhook } from './core.js';

const port = Number(process.env['PORT']);
const app = new Hono();
app.use(bodyLimit({ maxSize: 256 * 1024 }));

app.get('/', (context) => context.html(homePage()));
app.post('/orders', (context) => context.redirect(placeOrder(), 303));
app.get('/orders/:id', (context) => {
  const page = orderPage(context.req.param('id'));
  return page ? context.html(page) : context.notFound();
});
app.post('/orders/:id/pay', async (context) =>
  context.redirect(await payOrder(context.req.param('id')), 303),
);
app.post('/webhooks/causeway', async (context) => {
  const { status, text } = await receiveWebhook(await context.req.text(), context.req.raw.headers);
  return new Response(text, { status });
});

serve({ fetch: app.fetch, port }, () => console.log(`Shop running at http://localhost:${port}`));
