import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Source {
  /** Path below /docs/. */
  slug: string;
  /** Markdown file, relative to the root of the repository. */
  file: string;
  /** In the navigation, where it differs from the file's own heading. */
  label?: string;
}

interface Group {
  title: string;
  sources: Source[];
}

const guide = (slug: string, label?: string): Source => ({
  slug,
  file: `docs/${slug}.md`,
  ...(label ? { label } : {}),
});

/** The guides in the order of the navigation. */
const listed: Group[] = [
  {
    title: 'Get started',
    sources: [
      { slug: '', file: 'docs/README.md', label: 'All guides' },
      { slug: 'overview', file: 'README.md', label: 'Overview' },
      guide('quick-start'),
      guide('accepting-a-payment'),
      guide('button'),
      guide('payment-links'),
      guide('x402'),
      { slug: 'example-shop', file: 'examples/node-shop/README.md', label: 'Example shop' },
      { slug: 'starters', file: 'create-causeway/README.md', label: 'Starters' },
      { slug: 'sdk', file: 'sdk/README.md', label: 'SDK' },
      { slug: 'cli-package', file: 'cli/README.md', label: 'CLI package' },
      guide('testing'),
    ],
  },
  {
    title: 'Payments',
    sources: [guide('payments'), guide('checkout'), guide('refunds'), guide('invoices'), guide('email')],
  },
  {
    title: 'Integrations',
    sources: [
      guide('woocommerce'),
      guide('medusa'),
      guide('assistants'),
      guide('from-coinbase-commerce'),
      guide('from-btcpay'),
      guide('from-stripe'),
    ],
  },
  { title: 'Webhooks', sources: [guide('webhooks'), guide('verifying-webhooks')] },
  {
    title: 'Reference',
    sources: [
      guide('authentication'),
      guide('idempotency'),
      guide('errors'),
      guide('versioning'),
      guide('dashboard'),
      guide('balances'),
      guide('payouts'),
      guide('exports'),
      { slug: 'changelog', file: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Live payments',
    sources: [
      guide('going-live'),
      guide('security'),
      guide('laptop-payment'),
      guide('live-chains'),
      guide('prices'),
      guide('vault'),
      guide('local-chains'),
    ],
  },
  {
    title: 'Operators',
    sources: [
      guide('settings'),
      guide('operating'),
      guide('high-availability'),
      guide('scaling'),
      guide('benchmarks'),
      guide('reliability'),
      guide('cli'),
      { slug: 'security-policy', file: 'SECURITY.md', label: 'Security policy' },
      { slug: 'contributing', file: 'CONTRIBUTING.md' },
    ],
  },
  {
    title: 'Decisions',
    sources: readdirSync(`${root}docs/decisions`)
      .sort()
      .map((name) => ({ slug: `decisions/${name.slice(0, -3)}`, file: `docs/decisions/${name}` })),
  },
];

const known = listed.flatMap((group) => group.sources.map(({ file }) => file));

/** Guides that are in no group yet. */
const others = readdirSync(`${root}docs`)
  .filter((name) => name.endsWith('.md') && !known.includes(`docs/${name}`))
  .map((name) => guide(name.slice(0, -3)));

export const groups: Group[] = others.length > 0 ? [...listed, { title: 'More', sources: others }] : listed;

export const sources: Source[] = groups.flatMap((group) => group.sources);
