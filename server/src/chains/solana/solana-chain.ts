/** Facts about Solana. Workers and `causeway chains check` compare them with the chain. */
export const solanaChain = {
  /** Of mainnet-beta. */
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  usdcMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022Program: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  systemProgram: '11111111111111111111111111111111',
  /** The newest first. They write text into a transaction, and do nothing else. */
  memoPrograms: [
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  ],
  /** Circle's bridge CCTP: TokenMessengerMinterV2 and MessageTransmitterV2. Every burn and every mint calls the transmitter. */
  cctpMessenger: 'CCTPV2vPZJS2u2BBsUoscuikbYjnpFmbFsvVuJdgUMQe',
  cctpTransmitter: 'CCTPV2Sm4AdWt5296sk4P66VBZ7bEhcARwFaaS9YPbeC',
  /** Mints that look like SOL or USDC and are not. Recorded when they arrive, and never counted as the real one. */
  strays: ['So11111111111111111111111111111111111111112'],
  pollMs: 2000,
} as const;
