// Plain JavaScript in its own process, to take as little CPU time as possible from what is measured.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** A name server and a receiver that never respond, and a receiver that sends headers without end. */
const dns = createSocket('udp4');
const silent = createServer((socket) => socket.on('error', () => {}).resume());
const block = 'x-more: yes\r\n'.repeat(1000);
const headers = createServer((socket) => {
  const pour = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('error', () => {}).resume();
  socket.write('HTTP/1.1 200 OK\r\n');
  socket.on('drain', pour);
  pour();
});
const listen = (server) => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
await Promise.all([
  listen(silent),
  listen(headers),
  new Promise((resolve) => dns.bind(0, '127.0.0.1', resolve)),
]);
const addressOf = (server) => `127.0.0.1:${server.address().port}`;
process.send?.({ dns: addressOf(dns), silent: addressOf(silent), headers: addressOf(headers) });
for (const end of ['SIGTERM', 'disconnect']) process.on(end, () => process.exit(0));
