// Plain JavaScript in its own process, to take as little CPU time as possible from what is measured.
import { createServer } from 'node:http';

/** A merchant's server. /hang/… never responds; /timed/… also records the time of arrival, which /seen returns. */
const seen = new Map();
const server = createServer((request, response) => {
  const at = Date.now();
  if (request.url?.startsWith('/hang')) return;
  if (request.url === '/seen') {
    response.end(JSON.stringify([...seen]));
    seen.clear();
    return;
  }
  const id = request.headers['webhook-id'];
  if (request.url?.startsWith('/timed') && id && !seen.has(id)) seen.set(id, at);
  request.resume();
  response.end('ok');
});
server.listen(0, '127.0.0.1', () => process.send?.({ url: `http://127.0.0.1:${server.address()?.port}` }));
for (const end of ['SIGTERM', 'disconnect']) process.on(end, () => process.exit(0));
