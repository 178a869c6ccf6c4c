import type { KeyKind } from '../caller.ts';
import type { Environment } from '../environment.ts';

/** A key as its merchant sees it. The dashboard imports this type, so nothing here may lead to code for Node. */
export interface Key {
  key_id: string;
  name: string | null;
  kind: KeyKind;
  environment: Environment;
  /** The last four characters. */
  hint: string;
  allowed_ips: string[] | null;
  /** What it may do, in the words of the members' permissions. Null: everything that its kind allows. */
  permissions: string[] | null;
  /** Null: never. */
  expires_at: string | null;
  last_used_at: string | null;
  created_at: string;
  revoked_at: string | null;
  /** Only in the response to its creation. */
  key?: string;
}
