/** A browser in which the member is signed in. */
export interface OwnSession {
  session_id: string;
  device: string;
  /** An IPv4 address or an IPv6 /64. Null for sessions from before it was kept. */
  network: string | null;
  created_at: string;
  last_seen_at: string;
  /** The session of the request. */
  current: boolean;
}
