import type { Payment } from '../shared/api/types.ts';
import { Panel } from '../shared/panel.tsx';
import { ShareLink } from '../shared/share-link.tsx';
import { When } from '../shared/values.tsx';

export function CheckoutLinkPanel({ payment }: { payment: Payment }) {
  return (
    <Panel
      title="Checkout link"
      description={
        <>
          Send this link to the customer. It expires on <When at={payment.expires_at} exact />.
        </>
      }
    >
      <ShareLink url={payment.checkout_url} label="Checkout link" open="Open checkout" />
    </Panel>
  );
}
