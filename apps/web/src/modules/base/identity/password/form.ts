import { type PasswordRule, passwordFault, usualPassword } from '@tongda/contract/base/identity/password-rule';
import { passwordFlag } from '@tongda/contract/base/org/enums';
import { message } from '@tongda/contract/core/messages';

export interface PasswordValues {
  oldPwd: string;
  newPwd: string;
  confirm: string;
}
export type PasswordField = keyof PasswordValues;
type Flag = (typeof passwordFlag.codes)[number];

/** The mistake in one field: its sentence, and the flag of the specification that blocks the form, where there is one. */
interface Finding {
  text: string;
  flag?: Flag;
}
export type Findings = Partial<Record<PasswordField, Finding>>;

const required: Record<PasswordField, string> = {
  oldPwd: message('pwd.oldRequired'),
  newPwd: message('pwd.newRequired'),
  confirm: message('pwd.confirmRequired'),
};
const mismatch: Finding = { text: message('pwd.mismatch'), flag: passwordFlag.mismatch };
const originalWrong: Finding = { text: message('pwd.oldWrong'), flag: passwordFlag.originalWrong };

/** Everything that is wrong before it is sent (shell.md G4): required first, then the format, then the mismatch. */
export function checkPasswords(
  values: PasswordValues,
  fields: readonly PasswordField[],
  rule: PasswordRule = usualPassword,
): Findings {
  const found: Findings = {};
  for (const field of fields) if (values[field] === '') found[field] = { text: required[field] };
  const fault = passwordFault(rule, values.newPwd);
  if (!found.newPwd && fault) found.newPwd = { text: fault, flag: passwordFlag.formatError };
  if (!found.confirm && values.confirm !== values.newPwd) found.confirm = mismatch;
  return found;
}

/** Findings that remain after a field was edited: its own goes, and a changed new password checks the confirmation again. */
export function afterEdit(findings: Findings, field: PasswordField, values: PasswordValues): Findings {
  const rest: Findings = { ...findings, [field]: undefined };
  if (field === 'newPwd' && values.confirm !== '')
    rest.confirm = values.confirm === values.newPwd ? undefined : mismatch;
  return withoutEmpty(rest);
}

const withoutEmpty = (findings: Findings): Findings =>
  Object.fromEntries(Object.entries(findings).filter(([, finding]) => finding !== undefined));

/** Findings from an answer of the server: a wrong original password sets its flag, other errors keep their sentences. */
export function serverFindings(msg: string, errors: ReadonlyArray<{ field: string; msg: string }>): Findings {
  if (msg === message('pwd.oldWrong.server')) return { oldPwd: originalWrong };
  const at = errors.find(({ field }) => field === 'newPwd');
  return at ? { newPwd: { text: at.msg } } : {};
}

/** Flags that block the form now. */
export const flagsOf = (findings: Findings): Flag[] =>
  Object.values(findings).flatMap(({ flag }) => (flag ? [flag] : []));
