import { loginCode } from '@tongda/contract/base/identity/calls';
import type { Output } from '@tongda/contract/core/endpoint';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../../../../../kit/call/api';
import { ApiError } from '../../../../../kit/call/api-error';
import { hashPassword } from '../../../../../kit/session/password';
import type { Enter } from './use-enter';

type LoginCode = Output<typeof loginCode>;

/** Login by password: salt and captcha from the server, the hash instead of the password. */
export function usePasswordLogin({ enter, setFailure }: Pick<Enter, 'enter' | 'setFailure'>) {
  const [code, setCode] = useState<LoginCode | null>(null);
  const load = useCallback(
    async (captcha: boolean): Promise<LoginCode | null> => {
      try {
        const fresh = await call(loginCode, captcha ? { captcha: '1' } : {}, { quiet: true });
        setCode(fresh);
        return fresh;
      } catch (error) {
        setFailure({ message: error instanceof ApiError ? error.message : '无法连接服务器，请稍后重试', field: null });
        return null;
      }
    },
    [setFailure],
  );
  useEffect(() => void load(false), [load]);

  const login = async (account: string, password: string, captchaCode: string): Promise<void> => {
    const used = code ?? (await load(false));
    if (!used) return;
    const failed = await enter({
      grant_type: 'password',
      username: account.trim(),
      password: await hashPassword(password, used.pwdSalt, used.pwdIter),
      ...(used.captchaKey ? { captchaKey: used.captchaKey, captchaCode } : {}),
    });
    // a captcha is valid for one try, so a failure that needs one loads a new one
    if (failed && (wantsCaptcha(failed) || used.image)) await load(true);
  };
  return { captcha: code?.image ?? null, renewCaptcha: () => void load(true), login };
}

const wantsCaptcha = ({ data }: ApiError): boolean =>
  typeof data === 'object' && data !== null && 'needsCaptcha' in data && data.needsCaptcha === true;
