// Plain JavaScript, in a process of its own: it must not share a core's time with what is measured more than it has to.
import { createServer } from 'node:http';

/** A merchant's server. /hang/… never answers; anything else answers 200 at once and notes when. */
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
process.on('SIGTERM', () => process.exit(0));
