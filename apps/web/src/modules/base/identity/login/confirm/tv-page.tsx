import { token } from '@tongda/contract/base/identity/calls';
import { getTvCode, grantLife } from '@tongda/contract/base/identity/login-grant';
import type { Output } from '@tongda/contract/core/endpoint';
import { codes } from '@tongda/contract/core/endpoint';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../../../kit/call/api';
import { ApiError } from '../../../../../kit/call/api-error';
import { announceLogin, rememberScreen, screenStart } from '../../../../../kit/session/leave';
import { hasLogin, storeTokens } from '../../../../../kit/session/tokens';
import { clearSession } from '../../../../../kit/session/user';
import { Logo } from '../../../../../kit/show/logo';
import { Qr } from '../../../../../kit/show/qr/code';
import { useSite } from '../look/use-site';
import { screenPath } from './screen-pages';
import '../tv-page.css';

type Code = Output<typeof getTvCode>;
const retryMs = 5000;

/** /community/tvlogin: a wall screen shows its pairing code and continues by itself once it was let in; it needs no keyboard or mouse. */
export function TvLoginPage() {
  const [entered] = useState(hasLogin);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const site = useSite(params.get('brand'));
  const { code, left, away } = usePairing(() => void navigate(screenStart(), { replace: true }));
  const name = site?.platformName ?? '';
  useEffect(() => {
    document.title = name ? `大屏登录 - ${name}` : '大屏登录';
  }, [name]);
  if (entered) return <Navigate to={screenStart()} replace />;
  const logo = site?.brand?.logoUrl ?? site?.brand?.loginLogoUrl ?? null;
  return (
    <main className="base-identity-login-tv">
      <div className="base-identity-login-tv-brand">
        {logo ? <img src={logo} alt="" height={40} /> : <Logo size={40} />}
        <b>{name}</b>
        <span>大屏登录</span>
      </div>
      <div className="base-identity-login-tv-ways">
        <section>
          <h1>配对码</h1>
          <div className="base-identity-login-tv-code" aria-live="polite">
            {[...(code?.code ?? '······')].map((sign, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the six places are what is drawn
              <span key={at}>{sign}</span>
            ))}
          </div>
          <p>在电脑上打开右上角用户菜单，选择“大屏登录”，输入配对码</p>
        </section>
        <section>
          <h2>或用手机扫一扫</h2>
          <div className="base-identity-login-tv-qr">{code ? <Qr value={code.qrUrl} size={260} /> : null}</div>
          <p>用已登录的手机浏览器扫码确认</p>
        </section>
      </div>
      <footer>
        {away ? '无法连接服务器，正在重试…' : `${left}秒后自动更换配对码`}
        <span>登录后只能查看，可在个人信息的登录设备中下线</span>
      </footer>
    </main>
  );
}

/** The pairing code, replaced when it expires; asks every 3 s whether somebody let the screen in. */
function usePairing(entered: () => void): { code: Code | null; left: number; away: boolean } {
  const [code, setCode] = useState<Code | null>(null);
  const [left, setLeft] = useState<number>(grantLife.tv);
  const [away, setAway] = useState(false);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks for another code
  useEffect(() => {
    let gone = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    call(getTvCode, undefined, { quiet: true }).then(
      (made) => {
        if (gone) return;
        setAway(false);
        setCode(made);
        setLeft(made.expireIn);
      },
      () => {
        if (gone) return;
        setAway(true);
        retry = setTimeout(() => setTurn((old) => old + 1), retryMs);
      },
    );
    return () => {
      gone = true;
      clearTimeout(retry);
    };
  }, [turn]);
  useEffect(() => {
    if (!code) return undefined;
    const timer = setInterval(() => setLeft((old) => old - 1), 1000);
    return () => clearInterval(timer);
  }, [code]);
  const over = left <= 0;
  useEffect(() => {
    if (over) setTurn((old) => old + 1);
  }, [over]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `entered` is made anew with every drawing
  useEffect(() => {
    if (!code) return undefined;
    const timer = setInterval(() => {
      call(token, { grant_type: 'tv_code', authId: code.authId }, { quiet: true }).then(
        (answer) => {
          clearSession();
          storeTokens(answer);
          rememberScreen(screenPath(answer.screenPage));
          announceLogin();
          entered();
        },
        (error: unknown) => {
          const waits = error instanceof ApiError && error.code === codes.pending;
          setAway(error instanceof ApiError && error.code < 0);
          if (!waits && error instanceof ApiError && error.code > 0) setTurn((old) => old + 1);
        },
      );
    }, grantLife.tvPoll * 1000);
    return () => clearInterval(timer);
  }, [code]);
  return { code, left: Math.max(0, left), away };
}
