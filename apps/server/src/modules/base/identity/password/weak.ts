import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { passwordScheme } from '@tongda/contract/base/identity/calls';

const derive = promisify(pbkdf2);

/** Common beginnings of passwords, most frequent first. */
const stems = (
  'a q w z aa qq ww aaa abc qwe asd zxc qaz wsx abcd qwer asdf zxcv admin root user test pass password woaini woaini1314 ' +
  'wang zhang li liu chen yang huang zhao zhou wu xu sun tongda wuliu lengliang huoche siji'
).split(' ');
/** Common endings of passwords. */
const tails = [
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '000',
  '111',
  '666',
  '888',
];
const plain = (
  '123456 12345678 123456789 1234567890 111111 000000 888888 666666 123123 654321 88888888 11111111 00000000 66666666 5201314 ' +
  '1314520 123321 112233 121212 123654 987654321 password qwerty qwertyuiop abcdef abcdefg iloveyou admin888 admin666 1qaz2wsx ' +
  '1q2w3e4r 1q2w3e 1q2w3e4r5t qwe123!@# abc123!@# qwerty123 password1 passw0rd p@ssw0rd P@ssw0rd P@ssword1 a1b2c3 a1b2c3d4 q1w2e3 ' +
  'q1w2e3r4 zaq12wsx asdf1234 qwer1234 asd123456 123456a 123456aa 123456abc 123456q 1234qwer 123qwe 123qwe! 123abc 12345a 12345qwert ' +
  'woaini520 woaini521 iloveyou1 admin123 Admin123 admin@123 Admin@123 admin123456 Aa123456 aa123456 Aa123456! Abc123 Abcd1234 Abc12345 ' +
  'abc@123 Abc@123 test@123 test1234 root123 welcome1 Welcome1 letmein1 monkey123 dragon123 zxcvbnm1 zxcvbnm123 a12345678 A123456 A12345678'
).split(' ');
const most = 500;

/** The weak ones that are looked for: what is typed most, and the usual stems with the usual tails. */
export const weakPasswords: readonly string[] = [
  ...new Set([...plain, ...tails.flatMap((tail) => stems.map((stem) => `${stem}${tail}`))]),
]
  .filter((text) => text.length >= 6)
  .slice(0, most);

let known: { salt: string; hashes: Promise<ReadonlySet<string>> } | null = null;

/** H of a password, as browsers make it: about seven milliseconds on the thread pool. */
export async function hashPlain(password: string, pwdSalt: string): Promise<string> {
  const { iterations, bytes, saltPrefix } = passwordScheme;
  const hash = await derive(password.normalize('NFKC'), `${saltPrefix}${pwdSalt}`, iterations, bytes, 'sha256');
  return hash.toString('hex');
}

const hashAll = async (passwords: readonly string[], pwdSalt: string): Promise<ReadonlySet<string>> =>
  new Set(await Promise.all(passwords.map((text) => hashPlain(text, pwdSalt))));

/** Spellings that come from the account or the phone itself. */
function passwordsFromAccount({ accountCode, phone }: { accountCode: string; phone: string | null }): string[] {
  const tailed = [accountCode, accountCode.toLowerCase()].flatMap((stem) =>
    ['', '1', '123', '1234', '123456', '@123', '@2026', '888'].map((tail) => `${stem}${tail}`),
  );
  const { length } = accountCode;
  const phones = phone ? [phone, phone.slice(-6), phone.slice(-8), `a${phone}`, `a${phone.slice(-6)}`] : [];
  return [...new Set([...tailed, `${accountCode}${accountCode}`.slice(0, Math.max(length, 16)), ...phones])];
}

/**
 * Whether H is the hash of one of the most common passwords, or of one made from the account or phone. The server sees hashes only, so it
 * hashes the candidates: the common ones once in the life of the process (about a second, on the thread pool).
 */
export async function isWeak(
  h: string,
  pwdSalt: string,
  user: { accountCode: string; phone: string | null },
): Promise<boolean> {
  if (known?.salt !== pwdSalt) known = { salt: pwdSalt, hashes: hashAll(weakPasswords, pwdSalt) };
  const [common, own] = await Promise.all([known.hashes, hashAll(passwordsFromAccount(user), pwdSalt)]);
  return common.has(h) || own.has(h);
}
