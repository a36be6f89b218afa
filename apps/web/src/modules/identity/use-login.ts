import type { Output } from '@tongda/contract/core/endpoint';
import { loginCode, token, webClient } from '@tongda/contract/identity/session';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../kit/api';
import { ApiError } from '../../kit/api-error';
import { tellEntered } from '../../kit/leave';
import { hashPassword } from '../../kit/password';
import { clearSession } from '../../kit/session';
import { storeTokens } from '../../kit/tokens';

type LoginCode = Output<typeof loginCode>;

export interface LoginFailure {
  message: string;
  field: 'username' | 'password' | 'captchaCode' | null;
}

const fields = ['username', 'password', 'captchaCode'] as const;

/** Login by password: salt and captcha from the server, the hash instead of the password. `enter` resolves true when tokens are stored. */
export function useLogin() {
  const [code, setCode] = useState<LoginCode | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const load = useCallback(async (captcha: boolean): Promise<LoginCode | null> => {
    try {
      const fresh = await call(loginCode, captcha ? { captcha: '1' } : {}, { quiet: true });
      setCode(fresh);
      return fresh;
    } catch (error) {
      setFailure({ message: error instanceof ApiError ? error.message : '无法连接服务器，请稍后重试', field: null });
      return null;
    }
  }, []);
  useEffect(() => void load(false), [load]);

  const fail = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) throw error;
    const named = fields.find((field) => error.errors.some((found) => found.field === field)) ?? null;
    setFailure({ message: error.message, field: named });
    const wants =
      typeof error.data === 'object' &&
      error.data !== null &&
      'needsCaptcha' in error.data &&
      error.data.needsCaptcha === true;
    // A captcha is good for one try: a new one after every failure that needs it.
    if (wants || code?.image) await load(true);
  };
  const enter = async (account: string, password: string, captchaCode: string): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      const used = code ?? (await load(false));
      if (!used) return false;
      const answer = await call(
        token,
        {
          grant_type: 'password',
          clientId: webClient.id,
          client_secret: webClient.secret,
          username: account.trim(),
          password: await hashPassword(password, used.pwdSalt, used.pwdIter),
          ...(used.captchaKey ? { captchaKey: used.captchaKey, captchaCode } : {}),
          loginWarehouse: '',
        },
        { quiet: true },
      );
      clearSession();
      storeTokens(answer);
      tellEntered();
      return true;
    } catch (error) {
      await fail(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { captcha: code?.image ?? null, renewCaptcha: () => void load(true), busy, failure, enter };
}
