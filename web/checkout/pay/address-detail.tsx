import { shorten } from '../../shared/format.ts';

interface Props {
  label: string;
  address: string;
  /** Shows it at the block explorer. */
  url: string | null;
}

/** An address in a list of details. */
export function AddressDetail({ label, address, url }: Props) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class="mono" title={address}>
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {shorten(address)}
          </a>
        ) : (
          shorten(address)
        )}
      </dd>
    </div>
  );
}
