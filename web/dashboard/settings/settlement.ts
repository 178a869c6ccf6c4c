import type { Body, Typed } from '../shared/api/api-types.ts';
import { useApi } from '../shared/api/environment.ts';
import { useRefresh, useResource } from '../shared/api/queries.ts';
import type { Settlement } from '../shared/api/types.ts';
import { doneOrAsked } from '../shared/done-or-asked.ts';
import type { Confirmation } from '../shared/fields/confirmation-fields.tsx';
import { notifyDone } from '../shared/notify.ts';

const settlementPath = '/api/v1/settlement';
const ownPath = '/dashboard/api/settlement';

export type Family = Settlement['wallets'][number]['family'];

export function useSettlement() {
  return useResource(settlementPath, {});
}

/** Changes of settlement settings. Each refreshes what the page shows. */
export function useSettlementChanges() {
  const api = useApi();
  const refresh = useRefresh();
  const shown = async <Saved>(saved: Promise<Saved>, message: string): Promise<Saved> => {
    const settlement = await saved;
    notifyDone(doneOrAsked(settlement, message));
    await refresh(settlementPath, ownPath);
    return settlement;
  };
  return {
    save: (form: Typed<Body<typeof ownPath, 'patch'>>) =>
      shown(api.patch(ownPath, { form }), 'Settings saved.'),
    setWallet: (family: Family, body: Confirmation & { address: string }) =>
      shown(
        api.put('/dashboard/api/settlement/wallets/{family}', { path: { family }, body }),
        'Wallet saved.',
      ),
    withdraw: (family: Family) =>
      shown(
        api.delete('/dashboard/api/settlement/wallets/{family}/change', { path: { family } }),
        'Change withdrawn.',
      ),
  };
}
