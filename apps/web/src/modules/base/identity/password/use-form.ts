import type { PasswordRule } from '@tongda/contract/base/identity/password-rule';
import { useState } from 'react';
import { ApiError } from '../../../../kit/call/api-error';
import { reportError } from '../../../../kit/dialog/notify';
import { loadHasher } from '../../../../kit/session/password/load-hasher';
import {
  afterEdit,
  checkPasswords,
  type Findings,
  type PasswordField,
  type PasswordValues,
  serverFindings,
} from './form';

const empty: PasswordValues = { oldPwd: '', newPwd: '', confirm: '' };

/**
 * Values and findings of a form with a new password. `send` gets the hashes; what the server finds stands at its field, the rest is told.
 * `submit` resolves true when the server took it.
 */
export function usePasswordForm(
  fields: readonly PasswordField[],
  send: (hashes: { oldPwd: string; newPwd: string }) => Promise<unknown>,
  rule?: PasswordRule,
) {
  const [values, setValues] = useState(empty);
  const [findings, setFindings] = useState<Findings>({});
  const [busy, setBusy] = useState(false);
  const change = (field: PasswordField, value: string): void => {
    const next = { ...values, [field]: value };
    setValues(next);
    setFindings(afterEdit(findings, field, next));
  };
  const submit = async (): Promise<boolean> => {
    const found = checkPasswords(values, fields, rule);
    setFindings(found);
    if (Object.keys(found).length > 0) return false;
    setBusy(true);
    try {
      const hash = await loadHasher();
      const [oldPwd, newPwd] = await Promise.all([hash(values.oldPwd), hash(values.newPwd)]);
      await send({ oldPwd, newPwd });
      return true;
    } catch (error) {
      const known = error instanceof ApiError ? serverFindings(error.message, error.errors) : {};
      if (Object.keys(known).length > 0) setFindings(known);
      else reportError(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { values, findings, busy, change, submit };
}
