import { getAuthCode, grantLife, grantStatus, queryAuthCodeStatus } from '@tongda/contract/base/identity/login-grant';
import { useEffect, useState } from 'react';
import { call } from '../../../../../kit/call/api';

/**
 * A QR code that a phone confirms, valid for 120 s and asked about every 2 s. `purpose` is what the phone says yes to: a login, or with 'bind'
 * that a WeChat account belongs to whoever is logged in here. Answers the code (null while there is none), what became of it, whether it is over,
 * why none could be had, and `renew`, which asks for another one.
 */
export function useQrGrant(purpose: 'login' | 'bind') {
  const [turn, setTurn] = useState(0);
  const [code, setCode] = useState<{ authId: string; qrUrl: string } | null>(null);
  const [status, setStatus] = useState<number>(grantStatus.waiting);
  const [broken, setBroken] = useState<Error | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks for another code
  useEffect(() => {
    let gone = false;
    setStatus(grantStatus.waiting);
    setBroken(null);
    const asked =
      purpose === 'bind' ? call(getAuthCode, { purpose }, { asUser: true }) : call(getAuthCode, {}, { quiet: true });
    asked.then(
      (made) => gone || setCode(made),
      (error: Error) => gone || setBroken(error),
    );
    return () => {
      gone = true;
    };
  }, [turn, purpose]);

  const over = status === grantStatus.expired || status === grantStatus.refused;
  useEffect(() => {
    if (!code || over || status === grantStatus.confirmed) return undefined;
    const timer = setInterval(() => {
      call(queryAuthCodeStatus, { authId: code.authId }, { quiet: true }).then(
        (answer) => setStatus(answer.status),
        () => undefined,
      );
    }, grantLife.qrPoll * 1000);
    return () => clearInterval(timer);
  }, [code, status, over]);

  return { code, status, setStatus, over, broken, renew: () => setTurn((before) => before + 1) };
}
