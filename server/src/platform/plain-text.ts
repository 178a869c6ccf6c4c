/** Characters that reorder the text around them or take no place: with them, a text shows something else than it holds. */
const deceptive = /[\u061c\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;
const control = /[\p{Cc}\u2028\u2029]/u;

/**
 * Also invisible, and refused in names only, where they make two names that look the same: soft hyphens, direction marks, fillers,
 * tags. Longer texts have a use for some of them.
 */
const invisible =
  /[\u034f\u00ad\u115f\u1160\u17b4\u17b5\u200e\u200f\u2800\u3164\uffa0\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]/u;
/** The only use of tags: England, Scotland, Wales. */
const flags =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;
/** Joiners after anything but the scripts whose letters they join or part, and emoji. */
const strayJoiner =
  /(?<![\ufe0f\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Tibt}\p{sc=Mymr}\p{sc=Khmr}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]/u;

/** Text that shows what it holds, of any number of lines. */
export function isPlainText(text: string): boolean {
  return !deceptive.test(text) && !control.test(text.replace(/[\t\r\n]/g, ''));
}

/** The same on one line: names. */
export function isPlainLine(text: string): boolean {
  return (
    !deceptive.test(text) &&
    !control.test(text) &&
    !invisible.test(text.replace(flags, '')) &&
    !strayJoiner.test(text)
  );
}
