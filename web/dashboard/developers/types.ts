import type { Environment } from '../shared/types.ts';

export interface Key {
  key_id: string;
  name: string | null;
  kind: 'secret' | 'publishable';
  environment: Environment;
  /** The last four characters. */
  hint: string;
  allowed_ips: string[] | null;
  /** What it can do; null for everything. */
  permissions: string[] | null;
  /** Null for never. */
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
  revoked_at: string | null;
  /** Only in the response that created it. */
  key?: string;
}

export interface RequestLogEntry {
  request_id: string;
  method: string;
  path: string;
  status: number;
  latency_ms: number;
  key_id: string | null;
  error_code: string | null;
  ip: string;
  created_at: string;
}

export interface RequestDetail extends RequestLogEntry {
  /** What the request was about. */
  resource_id: string | null;
  /** Redacted; null if there was none, or if it is no longer kept. */
  request_body: string | null;
  response_body: string | null;
  events: { event_id: string; type: string; created_at: string }[];
}

export interface Email {
  email_id: string;
  kind: string;
  to: string;
  status: 'queued' | 'sent' | 'failed';
  attempts: number;
  last_error: string | null;
  resource_id: string;
  created_at: string;
  sent_at: string | null;
}

export interface EmailContent extends Email {
  subject: string;
  html: string;
  text: string;
}
