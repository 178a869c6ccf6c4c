/* Drills that an operator runs, too: `failover` loses a primary, and without a name processes restart behind a proxy. */

if (process.argv[2] === 'failover') await import('./failover.ts');
else await import('./rolling-restarts.ts');
