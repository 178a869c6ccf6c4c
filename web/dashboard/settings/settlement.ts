import { useApi } from '../shared/environment.ts';
import { notifyDone } from '../shared/notify.ts';
import { useRefresh, useResource } from '../shared/queries.ts';
import type { Settlement } from '../shared/types.ts';

const settlementPath = '/api/v1/settlement';
const ownPath = '/dashboard/api/settlement';
export const walletsPath = `${ownPath}/wallets`;

export type Family = Settlement['wallets'][number]['family'];

export function useSettlement() {
  return useResource<Settlement>(settlementPath);
}

/** Changes of settlement settings. Each refreshes what the page shows. */
export function useSettlementChanges() {
  const api = useApi();
  const refresh = useRefresh();
  const shown = async (saved: Promise<Settlement>, message: string): Promise<Settlement> => {
    const settlement = await saved;
    notifyDone(message);
    await refresh(settlementPath, ownPath);
    return settlement;
  };
  return {
    save: (body: object) => shown(api.patch<Settlement>(ownPath, body), 'Settings saved.'),
    setWallet: (family: Family, body: { address: string; password: string }) =>
      shown(api.put<Settlement>(`${walletsPath}/${family}`, body), 'Wallet saved.'),
    withdraw: (family: Family) =>
      shown(api.delete<Settlement>(`${walletsPath}/${family}/change`), 'Change withdrawn.'),
  };
}
