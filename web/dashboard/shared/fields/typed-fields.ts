/** Turns what was typed into a form into fields of a body. Invalid input is sent as typed, so that the API reports it. */

/** Undefined if empty: the field is left out. */
export function given(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** `shape` tells what is a number. */
function numberOf(text: string, shape: RegExp): number | string | undefined {
  const typed = given(text);
  return typed !== undefined && shape.test(typed) ? Number(typed) : typed;
}

export function wholeNumber(text: string): number | string | undefined {
  return numberOf(text, /^\d{1,9}$/);
}

export function decimalNumber(text: string): number | string | undefined {
  return numberOf(text, /^\d+(?:\.\d+)?$/);
}

/** Fields of every form about payments. */
interface OptionFields {
  accepted_chains: string[];
  accepted_tokens: string[];
}

/** None selected is left out: the default applies. */
export function chosenOptions({ accepted_chains: chains, accepted_tokens: tokens }: OptionFields) {
  return {
    accepted_chains: chains.length === 0 ? undefined : chains,
    accepted_tokens: tokens.length === 0 ? undefined : tokens,
  };
}

/** A full list of chains or tokens is shown as none selected. */
export function optionFields(
  { accepted_chains: chains, accepted_tokens: tokens }: OptionFields,
  all: { chains: number; tokens: number },
): OptionFields {
  return {
    accepted_chains: chains.length === all.chains ? [] : chains,
    accepted_tokens: tokens.length === all.tokens ? [] : tokens,
  };
}
