import { useResource } from '../shared/api/queries.ts';
import type { WalletEntry } from '../shared/api/types.ts';
import { type Column, DataTable } from '../shared/lists/data-table.tsx';
import { Panel } from '../shared/panel.tsx';
import { Load } from '../shared/states.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { Id, When } from '../shared/values.tsx';

const columns: Column<WalletEntry>[] = [
  { header: 'Wallet', render: ({ address }) => <Id value={address} label="wallet address" short /> },
  { header: 'For', render: ({ family }) => (family === 'evm' ? 'EVM chains' : 'Solana') },
  { header: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Set by', render: ({ set_by }) => set_by ?? '–' },
  { header: 'Set', align: 'right', render: ({ created_at }) => <When at={created_at} exact /> },
];

/** Every wallet that was ever set. Nothing is shown before the first. */
export function WalletHistory() {
  const query = useResource('/dashboard/api/settlement/wallets', {});
  if (query.data?.length === 0) return null;
  return (
    <Panel title="History">
      <Load query={query}>
        {(wallets) => (
          <DataTable
            label="Payout wallets"
            stacked
            columns={columns}
            rows={wallets}
            rowKey={({ wallet_id }) => wallet_id}
          />
        )}
      </Load>
    </Panel>
  );
}
