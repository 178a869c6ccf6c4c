/** Why a transfer waits for a vault's daily cap. */
export const waitsForCap = 'The daily cap of the vault is used up, or others come first.';
