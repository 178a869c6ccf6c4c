const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function base58(bytes: Uint8Array): string {
  let text = '';
  for (let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); number > 0n; number /= 58n)
    text = letters[Number(number % 58n)] + text;
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}
