import { z } from 'zod';
import { patterns } from '../../core/field/patterns';
import { message } from '../../core/messages';

/** What a company wants of the passwords of its people, beyond the specification's 6 to 16 signs of two kinds. */
export const passwordRule = z.object({
  minLength: z.number(),
  /** of letters, digits and symbols */
  kinds: z.number(),
});
export type PasswordRule = z.infer<typeof passwordRule>;
export const usualPassword: PasswordRule = { minLength: 6, kinds: 2 };

const kinds = [/[A-Za-z]/u, /\d/u, /[^A-Za-z\d]/u];

/** Why a password does not do, or null. A browser asks before it sends (only a hash travels), the server where it sees the password (imports). */
export function passwordFault(rule: PasswordRule, password: string): string | null {
  if (!patterns.password.regex.test(password)) return passwordWords(rule);
  const held = kinds.filter((kind) => kind.test(password)).length;
  return password.length >= rule.minLength && held >= rule.kinds ? null : passwordWords(rule);
}

/** The rule in words, as the form says it. */
export function passwordWords({ minLength, kinds: most }: PasswordRule): string {
  if (minLength === usualPassword.minLength && most === usualPassword.kinds) return message('pwd.rule');
  return `密码应为${minLength}~16位，${most === 3 ? '须同时包含字母、数字和符号' : '至少包含字母、数字、符号中的两种'}`;
}
