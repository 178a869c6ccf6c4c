import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('csvLine', () => {
  it.each([
    ['plain values', ['a', 'b c', ''], 'a,b c,'],
    ['null and undefined', [null, undefined], ','],
    ['a comma', ['a,b'], '"a,b"'],
    ['quotes', ['say "hi"'], '"say ""hi"""'],
    ['line breaks', ['a\nb', 'c\r\nd'], '"a\nb","c\r\nd"'],
    ['non-ASCII text', ['Grüße, 東京'], '"Grüße, 東京"'],
    ['a formula', ['=1+1'], "'=1+1"],
    ['a formula with a comma', ['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a plus', ['+49 30'], "'+49 30"],
    ['a minus', ['-1'], "'-1"],
    ['an at', ['@SUM(A1)'], "'@SUM(A1)"],
    ['a full-width equals sign', ['＝1+1'], "'＝1+1"],
    ['a bar', ['|cmd'], "'|cmd"],
    ['a full-width bar', ['｜cmd'], "'｜cmd"],
    ['a tab', ['\t=1'], '"\'\t\'=1"'],
    ['a carriage return', ['\r=1'], '"\'\r\'=1"'],
    ['a line feed', ['\n=1'], '"\'\n\'=1"'],
    ['a line feed before text', ['\nx'], '"\'\nx"'],
    ['a formula after a semicolon', ['a;=1+1'], '"a;\'=1+1"'],
    ['a formula on a later line', ['a\n@SUM(A1)'], '"a\n\'@SUM(A1)"'],
    ['a semicolon in text', ['a; b'], '"a; b"'],
    ['an equals sign inside the text', ['a=b'], 'a=b'],
  ])('writes %s', (_case, values, expected) => {
    expect(csvLine(values)).toBe(`${expected}\r\n`);
  });
});
