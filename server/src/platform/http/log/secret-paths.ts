import type { FastifyInstance } from 'fastify';

/** The paths that have a secret in them, for requests that meet no route: another method, or something after the secret. */
export interface SecretPaths {
  /** Call it before the routes are registered. */
  note(app: FastifyInstance): void;
  /** The path as logs may show it. */
  shown(path: string): string;
}

export function createSecretPaths(): SecretPaths {
  const beginnings = new Set<string>();
  return {
    note(app) {
      app.addHook('onRoute', ({ url, config }) => {
        if (config?.secretPath) beginnings.add(url.slice(0, url.indexOf(':')));
      });
    },
    shown(path) {
      for (const beginning of beginnings) if (path.startsWith(beginning)) return `${beginning}…`;
      return path;
    },
  };
}
