// Corrects the installed database driver: see docs/decisions/0009-patched-driver.md. `npm ci` runs it, and so does every
// compile, for installs without scripts. Plain JavaScript, because it runs before anything is built. A folder can be
// given, for tests.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const knownVersion = '3.4.9';

/** Text as it is released, and as it must be. */
const changes = {
  'connection.js': [
    {
      why: 'a statement for a closed connection is rejected; true, because the connection is not to be moved',
      released: `    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
      corrected: `    if (!socket)
      return (queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true)

    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
    },
    {
      why: 'nothing is written without a socket, nor kept for the next one',
      released: `  function write(x, fn) {
    chunk = chunk`,
      corrected: `  function write(x, fn) {
    if (!socket)
      return false

    chunk = chunk`,
    },
    {
      why: 'what was not sent is forgotten with the connection it was for',
      released: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
      corrected: `    clearImmediate(nextWriteTimer)
    nextWriteTimer = chunk = null
    socket.removeListener('data', data)`,
    },
    {
      why: `all that waits for an answer is rejected, also what came between the error and the end, and nothing of it is left
        to take the answers of the next connection; with one host, a connection that ends while it is made has failed`,
      released: `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    closedTime = performance.now()
    hadError && options.shared.retries++
`,
      corrected: `    const lost = Errors.connection('CONNECTION_CLOSED', options)
        , unanswered = query ? [query] : []
        , failed = hadError || initial

    while (sent.length)
      unanswered.push(sent.shift())

    query = results = errorResponse = null
    result = new Result()
    rows = 0
    stream && (stream.destroy(lost), stream = null)
    unanswered.forEach(x => queryError(x, lost))

    if (initial && options.host[1])
      return reconnect()

    errored(lost)
    ended && (ended(), ending = ended = null)
    closedTime = performance.now()
    failed && options.shared.retries++
`,
    },
    {
      why: 'the statement that is waiting is told; nobody waits for this one',
      released: `        return fetchArrayTypes()
`,
      corrected: `        return fetchArrayTypes().catch(noop)
`,
    },
    {
      why: 'the same',
      released: `    query.execute()
  }
`,
      corrected: `    query.execute().catch(noop)
  }
`,
    },
    {
      why: 'a cursor whose connection was lost says nothing to the next one',
      released: `    try {
      const x = await Promise.resolve(query.cursorFn(result))
      rows = 0`,
      corrected: `    const q = query
    try {
      const x = await Promise.resolve(q.cursorFn(result))
      if (q !== query)
        return

      rows = 0`,
    },
    {
      why: 'the same',
      released: `    } catch (err) {
      write(Sync)
      query.reject(err)
    }`,
      corrected: `    } catch (err) {
      q === query && write(Sync)
      q.reject(err)
    }`,
    },
  ],
  'index.js': [
    {
      why: 'a reserved connection is lost with its end: what it becomes next belongs to somebody else',
      released: `    c.reserved.release = true

    const sql = Sql(handler)
    sql.release = () => {
      c.reserved = null`,
      corrected: `    c.reserved.release = true

    let lost = null
    c.onclose = error => {
      lost = error
      while (queue.length)
        queue.shift().reject(error)
    }

    const sql = Sql(handler)
    sql.release = () => {
      if (lost)
        return

      c.reserved = null`,
    },
    {
      why: 'the same',
      released: `    function handler(q) {
      c.queue === full
        ? queue.push(q)`,
      corrected: `    function handler(q) {
      if (lost)
        return q.reject(lost)

      c.queue === full
        ? queue.push(q)`,
    },
    {
      why: 'the same, for transactions',
      released: `      , connection
      , prepare = null
`,
      corrected: `      , connection
      , prepare = null
      , lost = null
`,
    },
    {
      why: 'the same',
      released: `        new Promise((_, reject) => connection.onclose = reject)
`,
      corrected: `        new Promise((_, reject) => connection.onclose = error => {
          lost = error
          reject(error)
          while (queries.length)
            queries.shift().reject(error)
        })
`,
    },
    {
      why: 'the same',
      released: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
      corrected: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)

        c.queue === full`,
    },
  ],
};

function fail(message) {
  console.error(`The database driver could not be corrected: ${message}`);
  process.exit(1);
}

function installedFolder() {
  try {
    // The package does not export its package.json; its entry is cjs/src/index.js.
    return dirname(dirname(dirname(createRequire(import.meta.url).resolve('postgres'))));
  } catch {
    return fail('it is not installed. Run "npm ci" first.');
  }
}

function assertKnown(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (name === 'postgres' && version === knownVersion) return;
  fail(
    `${folder} holds ${name} ${version}, and the corrections are for postgres ${knownVersion}. See whether that version ` +
      'needs them still (docs/decisions/0009-patched-driver.md), then adapt server/scripts/patch-driver.mjs or remove it.',
  );
}

/** The file's text as it must be. */
function corrected(path, text, list) {
  return list.reduce((before, change) => {
    if (before.includes(change.corrected)) return before;
    const parts = before.split(change.released);
    if (parts.length === 2) return parts.join(change.corrected);
    return fail(
      `${path} is neither as it was released nor as it must be. Remove node_modules/postgres and run "npm ci".`,
    );
  }, text);
}

/** Whole or not at all: a process that starts meanwhile reads the one or the other. */
function replace(path, text) {
  const next = `${path}.${process.pid}`;
  try {
    writeFileSync(next, text);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    fail(
      `${error.message}. Run "node server/scripts/patch-driver.mjs" once as a user who may write to node_modules.`,
    );
  }
}

const folder = process.argv[2] ?? installedFolder();
assertKnown(folder);
const outdated = ['src', 'cjs/src'].flatMap((copy) =>
  Object.entries(changes).flatMap(([file, list]) => {
    const path = join(folder, copy, file);
    const text = readFileSync(path, 'utf8');
    const next = corrected(path, text, list);
    return next === text ? [] : [{ path, next }];
  }),
);
for (const { path, next } of outdated) replace(path, next);
