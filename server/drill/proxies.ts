import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A proxy in front of two processes, as the operating guide recommends it: connections to them are kept open. */
export interface Proxy {
  program: string;
  /** Writes the configuration, and returns the arguments. */
  configure(folder: string, port: number, upstreams: readonly number[]): string[];
}

function written(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

export const proxies: Record<string, Proxy> = {
  nginx: {
    program: 'nginx',
    configure: (folder, port, upstreams) => {
      const servers = upstreams.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ');
      const text = `
daemon off; pid ${folder}/nginx.pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream causeway { ${servers} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://causeway; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}`;
      return ['-c', written(folder, 'nginx.conf', text), '-p', folder];
    },
  },
  haproxy: {
    program: 'haproxy',
    configure: (folder, port, upstreams) => {
      const servers = upstreams
        .map((one) => `  server s${one} 127.0.0.1:${one} check inter 500ms fall 1 rise 1`)
        .join('\n');
      const text = `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  option redispatch
  retries 3
frontend in
  bind 127.0.0.1:${port}
  default_backend causeway
backend causeway
  option httpchk GET /readyz
  http-reuse safe
${servers}
`;
      return ['-f', written(folder, 'haproxy.cfg', text), '-db'];
    },
  },
  caddy: {
    program: 'caddy',
    configure: (folder, port, upstreams) => {
      const text = `
{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  reverse_proxy ${upstreams.map((one) => `127.0.0.1:${one}`).join(' ')} {
    health_uri /readyz
    health_interval 500ms
    lb_try_duration 5s
  }
}
`;
      return ['run', '--adapter', 'caddyfile', '--config', written(folder, 'Caddyfile', text)];
    },
  },
};
