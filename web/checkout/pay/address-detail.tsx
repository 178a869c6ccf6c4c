import { Detail } from '../outcome/detail.tsx';
import { ShortLink } from '../outcome/short-link.tsx';

interface Props {
  label: string;
  address: string;
  /** Shows it at the block explorer. */
  url: string | null;
}

/** An address in a list of details. */
export function AddressDetail({ label, address, url }: Props) {
  return (
    <Detail label={label}>
      <ShortLink value={address} url={url} />
    </Detail>
  );
}
