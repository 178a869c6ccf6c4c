import type { Environment } from '../shared/types.ts';

/** Resources for developers, as they come. */

export interface Key {
  key_id: string;
  name: string | null;
  kind: 'secret' | 'publishable';
  environment: Environment;
  /** The last four characters. */
  hint: string;
  allowed_ips: string[] | null;
  last_used_at: string | null;
  created_at: string;
  revoked_at: string | null;
  /** In the answer that made it, and never again. */
  key?: string;
}

export interface Endpoint {
  endpoint_id: string;
  url: string;
  events: string[];
  status: 'enabled' | 'disabled';
  description: string | null;
  created_at: string;
  /** In the answer that made or rotated it, and never again. */
  secret?: string;
}

export interface Attempt {
  attempt: number;
  attempt_id: string;
  http_status: number | null;
  response_body: string | null;
  latency_ms: number;
  error: string | null;
  attempted_at: string;
}

export interface Delivery {
  delivery_id: string;
  event_id: string;
  event_type: string;
  status: 'pending' | 'succeeded' | 'failed';
  next_attempt_at: string | null;
  created_at: string;
  attempts: Attempt[];
}

export interface TestDelivery {
  event_id: string;
  delivery_id: string;
  success: boolean;
  http_status: number | null;
  response_body: string | null;
  latency_ms: number;
  error: string | null;
}

/** Something that happened, as it is told to endpoints. */
export interface EventBody {
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
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
