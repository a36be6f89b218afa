import { message, messages } from '@tongda/contract/core/messages';
import { href, routes } from '@tongda/contract/shell/routes';
import { ShieldAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { safeReturn, watchOtherWindows } from '../../../../kit/session/leave';
import { hasLogin } from '../../../../kit/session/tokens';
import { Loading } from '../../../../kit/show/states';
import { AgreementRow, LegalLinks, useAgreement } from './look/agreement';
import { LoginFrame } from './look/frame';
import { useSite } from './look/use-site';
import { CompanyChoice } from './way/company-choice';
import { FactorStep } from './way/factor-step';
import { PasswordLogin } from './way/password';
import { useEnter } from './way/use-enter';

/** Page after the login: where one wanted to go (this origin only), else the home page. */
const afterLogin = (redirect: string | null): string => safeReturn(redirect) ?? '/community';

const ways = [
  { key: 'password', label: '账号登录' },
  { key: 'sms', label: '短信登录' },
  { key: 'qr', label: '扫码登录' },
] as const;
type Way = (typeof ways)[number]['key'];
const SmsLogin = lazy(() => import('./way/sms').then((m) => ({ default: m.SmsLogin })));
const QrLogin = lazy(() => import('./way/qr').then((m) => ({ default: m.QrLogin })));

/** /community/login */
export function LoginPage() {
  const [params] = useSearchParams();
  const site = useSite(params.get('brand'));
  const navigate = useNavigate();
  const [kind, setKind] = useState<Way>('password');
  const agreement = useAgreement();
  // a user who is logged in already is sent on, unless his session turns out to be over
  const [entered] = useState(hasLogin);
  const target = afterLogin(params.get('redirect'));
  const way = useEnter((noJump) => {
    // The location page lives in the window of this name: without a page to return to, this one becomes it.
    if (noJump !== 1 && target === href(routes.communityHome, 'community')) window.name = 'location';
    void navigate(target, { replace: true });
  });
  // All windows are one session: when another one is let in, this one goes on too.
  useEffect(
    () => watchOtherWindows((what) => (what === 'entered' ? void navigate(target, { replace: true }) : undefined)),
    [navigate, target],
  );
  if (entered) return <Navigate to={target} replace />;
  const row = <AgreementRow agreed={agreement.agreed} change={agreement.change} />;
  const choose = (next: Way): void => {
    way.setFailure(null);
    setKind(next);
  };
  return (
    <LoginFrame site={site} title="登录">
      {way.ticket ? (
        <FactorStep way={way} />
      ) : way.companies ? (
        <CompanyChoice way={way} />
      ) : (
        <>
          <h1>登录{site?.platformName || '通达'}</h1>
          {params.get('why') === 'passwordChanged' ? (
            <p className="base-identity-login-sub" role="status">
              {message('pwd.ok')}，请用新密码登录
            </p>
          ) : (
            <p className="base-identity-login-sub">使用企业账号进入工作台</p>
          )}
          <Ways kind={kind} choose={choose} />
          <div
            id="td-login-panel"
            className="base-identity-login-panel"
            role="tabpanel"
            aria-labelledby={`td-way-${kind}`}
          >
            {kind === 'password' ? (
              <PasswordLogin way={way} site={site} agreed={agreement.ask}>
                {row}
              </PasswordLogin>
            ) : (
              <Suspense fallback={<Loading />}>
                {kind === 'sms' ? (
                  <SmsLogin way={way} agreed={agreement.ask}>
                    {row}
                  </SmsLogin>
                ) : (
                  <QrLogin way={way} wechat={site?.wechat ?? false}>
                    <div className="base-identity-login-agree">
                      扫码登录即表示您已阅读并同意
                      <LegalLinks />
                    </div>
                  </QrLogin>
                )}
              </Suspense>
            )}
          </div>
          <Insecure />
        </>
      )}
    </LoginFrame>
  );
}

function Ways({ kind, choose }: { kind: Way; choose: (way: Way) => void }) {
  const step = (by: number): void => {
    const at = ways.findIndex(({ key }) => key === kind);
    const next = ways[(at + by + ways.length) % ways.length];
    if (!next) return;
    choose(next.key);
    document.getElementById(`td-way-${next.key}`)?.focus();
  };
  return (
    <div className="base-identity-login-ways" role="tablist" aria-label="登录方式">
      {ways.map(({ key, label }) => (
        <button
          key={key}
          id={`td-way-${key}`}
          type="button"
          role="tab"
          className="td-plain"
          aria-selected={key === kind}
          aria-controls="td-login-panel"
          tabIndex={key === kind ? 0 : -1}
          onClick={() => choose(key)}
          onKeyDown={({ key: pressed }) => {
            if (pressed === 'ArrowRight') step(1);
            if (pressed === 'ArrowLeft') step(-1);
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Warns on plain http: passwords are sent as hashes, but the session could be read on the way. */
function Insecure() {
  if (window.isSecureContext) return null;
  return (
    <div className="base-identity-login-insecure">
      <ShieldAlert className="td-ico" />
      {messages['login.insecure']}，请只在可信的内部网络中使用
    </div>
  );
}
