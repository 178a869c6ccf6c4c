import type { Address } from '@solana/kit';

/** Programs and mints at their addresses of the real chain. */
export const systemProgram = '11111111111111111111111111111111' as Address;
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address;
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111' as Address;
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address;
export const clockSysvar = 'SysvarC1ock11111111111111111111111111111111' as Address;
export const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address;
export const wrappedSolMint = 'So11111111111111111111111111111111111111112' as Address;
/** Mainnet's, so that a service needs only another RPC URL. */
export const genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
