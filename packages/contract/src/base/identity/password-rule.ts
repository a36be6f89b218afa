import { z } from 'zod';
import { patterns } from '../../core/field/patterns';
import { message } from '../../core/messages';

/** A company's rule for the passwords of its users, beyond the specification's 6 to 16 characters of two kinds. */
export const passwordRule = z.object({
  minLength: z.number(),
  /** how many of the three kinds letters, digits and symbols a password must contain */
  kinds: z.number(),
});
export type PasswordRule = z.infer<typeof passwordRule>;
export const usualPassword: PasswordRule = { minLength: 6, kinds: 2 };

const kinds = [/[A-Za-z]/u, /\d/u, /[^A-Za-z\d]/u];

/** The Chinese sentence why a password breaks the rule, or null. The browser checks before it sends the hash; the server only where it sees the plain password (imports). */
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
