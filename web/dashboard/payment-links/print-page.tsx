import { Button, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { markUrl } from '../../shared/mark-urls.ts';
import { useSession } from '../session/session.ts';
import { symbolIn, useEnvironment } from '../shared/api/environment.ts';
import type { PaymentLink } from '../shared/api/types.ts';
import { Page } from '../shared/page.tsx';
import { QrCode } from '../shared/qr-code.tsx';
import { Load } from '../shared/states.tsx';
import { Money } from '../shared/values.tsx';
import classes from './print-page.module.css';
import { savePng, saveSvg } from './qr-files.ts';
import { useLink } from './use-link.ts';

/** A card in A6 with the QR code. Only the card is printed. */
export function PrintPage() {
  const { linkId = '' } = useParams({ strict: false });
  const query = useLink(linkId);
  return (
    <Page
      title="Print QR code"
      description="A card in A6. Only the card is printed."
      back={{ to: `/payment-links/${linkId}`, label: query.data?.name ?? 'Payment link' }}
    >
      <Load query={query}>
        {(link) => (
          <>
            <Group gap="xs">
              <Button onClick={() => window.print()}>Print</Button>
              <Button variant="default" onClick={() => saveSvg(link.url, link.payment_link_id)}>
                Download SVG
              </Button>
              <Button variant="default" onClick={() => void savePng(link.url, link.payment_link_id)}>
                Download PNG
              </Button>
            </Group>
            <Card link={link} />
          </>
        )}
      </Load>
    </Page>
  );
}

function Card({ link }: { link: PaymentLink }) {
  const { merchant } = useSession();
  const environment = useEnvironment();
  return (
    <section className={classes['card']} aria-label="Card" data-mode={environment}>
      <div className={classes['merchant']}>
        {merchant.logo_url && <img className={classes['logo']} src={merchant.logo_url} alt="" />}
        <span>{merchant.name}</span>
      </div>
      <h2 className={classes['name']}>{link.name}</h2>
      {link.amount !== null && (
        <p className={classes['amount']}>
          <Money amount={link.amount} currency={link.currency} />
        </p>
      )}
      <QrCode text={link.url} label={`QR code of ${link.url}`} />
      <p className={classes['scan']}>Scan to pay</p>
      <Tokens link={link} />
      <p className={classes['url']}>
        {link.url.replace(link.payment_link_id, '')}
        <wbr />
        {link.payment_link_id}
      </p>
    </section>
  );
}

/** Marks of what can be paid with. Their names are beside them. */
function Tokens({ link: { accepted_tokens: tokens } }: { link: PaymentLink }) {
  const environment = useEnvironment();
  return (
    <p className={classes['tokens']}>
      {tokens.map((token) => (
        <span key={token}>
          {markUrl(token) ? <img src={markUrl(token)} alt="" /> : <i aria-hidden="true">{token.charAt(0)}</i>}
          {symbolIn(environment, token)}
        </span>
      ))}
    </p>
  );
}
