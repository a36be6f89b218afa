import { loginCode, loginRefusal } from '@tongda/contract/base/identity/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../../../kit/call/api';
import { ApiError } from '../../../../../kit/call/api-error';
import { hashPassword } from '../../../../../kit/session/password/hash';
import { proveWork } from './proof-of-work';
import type { Enter } from './use-enter';

type LoginCode = Output<typeof loginCode>;
interface Credentials {
  grant_type: 'password';
  username: string;
  password: string;
}

/** Login by password: the salt from the server, the hash instead of the password, and a proof of work where one is asked for (`proving` meanwhile). */
export function usePasswordLogin({ enter, setFailure }: Pick<Enter, 'enter' | 'setFailure'>) {
  const salt = useRef<LoginCode | null>(null);
  /** zero bits that the next try must prove */
  const wanted = useRef(0);
  const [proving, setProving] = useState(false);
  const load = useCallback(
    async (input: { captcha?: '1' }): Promise<LoginCode | null> => {
      try {
        salt.current = await call(loginCode, input, { quiet: true });
        return salt.current;
      } catch (error) {
        setFailure({ message: error instanceof ApiError ? error.message : '无法连接服务器，请稍后重试', field: null });
        return null;
      }
    },
    [setFailure],
  );
  useEffect(() => void load({}), [load]);

  /** A key with its work done; null when the server could not be asked. */
  const prove = async (bits: number): Promise<{ captchaKey: string; captchaCode: string } | null> => {
    setProving(true);
    try {
      const captchaKey = (await load({ captcha: '1' }))?.captchaKey;
      return captchaKey ? { captchaKey, captchaCode: await proveWork(captchaKey, bits) } : null;
    } finally {
      setProving(false);
    }
  };
  /** Tries once, with a proof if the last answer asked for one; remembers what this answer asks for. */
  const attempt = async (credentials: Credentials): Promise<ApiError | null> => {
    const proof = wanted.current > 0 ? await prove(wanted.current) : {};
    if (proof === null) return null;
    const failed = await enter({ ...credentials, ...proof });
    const refusal = loginRefusal.safeParse(failed?.data);
    wanted.current = refusal.success ? refusal.data.proofBits : 0;
    return failed;
  };
  const login = async (account: string, password: string): Promise<void> => {
    const used = salt.current ?? (await load({}));
    if (!used) return;
    const credentials: Credentials = {
      grant_type: 'password',
      username: account.trim(),
      password: await hashPassword(password, used.pwdSalt, used.pwdIter),
    };
    const failed = await attempt(credentials);
    // nobody failed here yet, but the server asks for more work than this page knew
    if (failed?.errors.some(({ field }) => field === 'captchaCode')) await attempt(credentials);
  };
  return { proving, login };
}
