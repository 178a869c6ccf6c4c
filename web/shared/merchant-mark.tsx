import { useState } from 'preact/hooks';

/** The merchant's logo, or the first letter of the name. Fixed size, so that the layout does not shift. */
export function MerchantMark({ name, logoUrl }: { name: string; logoUrl: string | null }) {
  const [broken, setBroken] = useState(false);
  if (logoUrl && !broken) {
    return <img class="mark" src={logoUrl} alt="" width={40} height={40} onError={() => setBroken(true)} />;
  }
  return (
    <span class="mark mark-letter" aria-hidden="true">
      {Array.from(name.trim())[0]?.toUpperCase()}
    </span>
  );
}
