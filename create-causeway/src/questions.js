import { createInterface } from 'node:readline';
import { Problem } from './problem.js';
import { frameworks } from './write-shop.js';

/**
 * @import { Framework } from './write-shop.js'
 *
 * @typedef {object} Answers
 * @property {Framework} framework
 * @property {string} url
 * @property {string} key
 */

/**
 * Asks for what was not given as an option.
 *
 * @param {{ framework?: string | undefined, url?: string | undefined, key?: string | undefined }} given
 * @returns {Promise<Answers>}
 */
export async function askFor(given) {
  const reader = createInterface({ input: process.stdin });
  const lines = reader[Symbol.asyncIterator]();
  /**
   * @param {string | undefined} given
   * @param {string} question
   * @param {string} otherwise
   */
  async function ask(given, question, otherwise) {
    if (given !== undefined) return given;
    process.stdout.write(`${question}${otherwise ? ` (${otherwise})` : ''}: `);
    const { value, done } = await lines.next();
    if (done) throw new Problem('No answer. Answer the questions, or give --framework, --url and --key.');
    return value.trim() || otherwise;
  }
  try {
    const names = Object.keys(frameworks);
    const framework = checkFramework(await ask(given.framework, `Framework: ${names.join(', ')}`, 'node'));
    const url = checkUrl(await ask(given.url, 'URL of your Causeway', 'http://localhost:4000'));
    const key = checkKey(await ask(given.key, 'Secret test key (svc_test_…)', ''));
    return { framework, url, key };
  } finally {
    reader.close();
  }
}

/**
 * @param {string} text
 * @returns {Framework}
 */
function checkFramework(text) {
  const name = text.toLowerCase().replace(/\.js$/, '');
  if (name === 'node' || name === 'next' || name === 'hono') return name;
  throw new Problem(
    `"${text}" is not a framework of this command. Take one of ${Object.keys(frameworks).join(', ')}.`,
  );
}

/** @param {string} text */
function checkUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Problem(
      `"${text}" is not a URL. Give the one of your Causeway, such as https://pay.example.com.`,
    );
  }
  return `${url.origin}/api/v1`;
}

/** @param {string} key */
function checkKey(key) {
  if (key.startsWith('svc_test_')) return key;
  if (key.startsWith('svc_live_')) {
    throw new Problem(
      'This is a live key. A new shop starts with test money: take a secret test key (svc_test_…).',
    );
  }
  throw new Problem(
    "This is not a secret test key (svc_test_…). The dashboard shows yours under Developers, API keys; the demo merchant's is in data/dev-credentials.json of the service.",
  );
}
