import { ApiError } from '../../lib/errors.ts';

const minLength = 10;
const maxLength = 200;
const minDistinct = 4;

/** Common passwords of at least 10 characters; the length check rejects shorter ones. */
const common = new Set(
  `1234567890 0123456789 0987654321 12345678910 1234567890a 123456789a 123456789q 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc
  1qazxsw23edc zaq12wsxcde3 qwertyuiop qwertyuiop1 qwertyuiop123 qwerty12345 qwerty123456 qwerty1234 qwerty1234567
  azertyuiop asdfghjkl1 asdfghjklqwerty zxcvbnm123 password12 password123 password1234 password12345 password123456
  password01 passw0rd123 p@ssw0rd123 p@ssword123 p@ssword12 passwordpassword mypassword mypassword1 newpassword
  changeme123 changemenow letmein123 letmein1234 welcome123 welcome1234 welcome2023 welcome2024 welcome2025 welcome2026
  administrator admin12345 admin123456 adminadmin administrator1 iloveyou12 iloveyou123 iloveyou1234 ilovejesus
  princess123 sunshine123 football123 football12 baseball123 basketball superman123 charlie123 michael123 liverpool1
  liverpoolfc manchester chocolate1 strawberry christopher jonathan123 monkey12345 dragon12345 master12345 shadow12345
  abcdefghij abcdefghijk abcd1234567 abcde12345 abc1234567 abc123456789 a1234567890 a123456789 aa12345678 qweasdzxc123
  qazwsxedcrfv trustno1234 starwars123 whatever123 computer123 internet123 secret12345 secretsecret testtest123
  testtesttest test123456 test1234567 testpassword bitcoin123 ethereum123 causeway123 blockchain`.split(
    /\s+/,
  ),
);

/** Rejects passwords that are easy to guess. `field` is the name of the body field. */
export function assertStrongPassword(password: string, email: string, field: string): void {
  const problem = problemOf(password, email);
  if (problem === null) return;
  throw new ApiError('WEAK_PASSWORD', {
    message: problem,
    details: { field, min_length: minLength, max_length: maxLength },
  });
}

function problemOf(password: string, email: string): string | null {
  const characters = [...password];
  if (characters.length < minLength) return `The password must have at least ${minLength} characters.`;
  if (characters.length > maxLength) return `The password must have at most ${maxLength} characters.`;
  const plain = password.toLowerCase();
  const address = email.toLowerCase();
  if (plain === address || plain === address.split('@')[0])
    return 'The password must not be your e-mail address. Choose another one.';
  if (common.has(plain) || new Set(characters).size < minDistinct)
    return 'This password is too easy to guess. Choose a less common one.';
  return null;
}
