import { messages } from '@tongda/contract/messages';
import { href, routes } from '@tongda/contract/routes';
import { Button, Checkbox, type InputRef } from 'antd';
import { LockKeyhole, ShieldAlert, User } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { CaptchaImage, LoginField, Problem } from './login-fields';
import type { SiteInfo } from './login-page';
import { type LoginFailure, useLogin } from './use-login';

const rememberKey = 'td.account';

interface LoginFormProps {
  name: string;
  site: SiteInfo | null;
  /** page after the login */
  target: string;
}

/** Account and password; a captcha when the server asks for one. Enter submits. */
export function LoginForm({ name, site, target }: LoginFormProps) {
  const { captcha, renewCaptcha, busy, failure, enter } = useLogin();
  const remembered = localStorage.getItem(rememberKey) ?? '';
  const [account, setAccount] = useState(remembered);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [remember, setRemember] = useState(remembered !== '');
  const [missing, setMissing] = useState<LoginFailure | null>(null);
  const [first, second] = useFirstFocus(remembered !== '');
  const navigate = useNavigate();
  const problem = missing ?? failure;

  const login = async (user: string, secret: string): Promise<void> => {
    setMissing(null);
    const entered = await enter(user, secret, code);
    setCode('');
    if (!entered) return;
    if (remember) localStorage.setItem(rememberKey, user.trim());
    else localStorage.removeItem(rememberKey);
    // The location page lives in the window of this name.
    if (target === href(routes.communityHome, 'community')) window.name = 'location';
    await navigate(target, { replace: true });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const lacking = incomplete(account, password, captcha !== null && !code);
    setMissing(lacking);
    if (lacking === null) void login(account, password);
  };
  return (
    <form className="td-login-form" onSubmit={submit} noValidate>
      <h1>登录{name}</h1>
      <p className="td-login-sub">使用企业账号进入工作台</p>
      <div className="td-login-way">账号登录</div>
      <LoginField
        name="username"
        label="账号 / 手机号"
        icon={<User />}
        input={first}
        value={account}
        change={setAccount}
        maxLength={30}
        autoComplete="username"
        problem={problem}
      />
      <LoginField
        name="password"
        label="密码"
        icon={<LockKeyhole />}
        input={second}
        value={password}
        change={setPassword}
        maxLength={32}
        autoComplete="current-password"
        secret
        problem={problem}
      />
      {captcha ? (
        <LoginField
          name="captchaCode"
          label="图形验证码"
          value={code}
          change={setCode}
          maxLength={6}
          autoComplete="off"
          problem={problem}
          after={<CaptchaImage image={captcha} renew={renewCaptcha} />}
        />
      ) : null}
      {problem?.field === null ? <Problem text={problem.message} /> : null}
      <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
        记住账号
      </Checkbox>
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className="td-login-go">
        登录
      </Button>
      <Insecure />
      <DemoAccounts site={site} busy={busy} login={(user, secret) => void login(user, secret)} />
    </form>
  );
}

/** The caret stands where one has to type first. */
function useFirstFocus(accountKnown: boolean) {
  const first = useRef<InputRef>(null);
  const second = useRef<InputRef>(null);
  useEffect(() => (accountKnown ? second : first).current?.focus(), [accountKnown]);
  return [first, second] as const;
}

function incomplete(account: string, password: string, noCaptcha: boolean): LoginFailure | null {
  if (account.trim().length < 2) return { field: 'username', message: '请输入账号或手机号' };
  if (password === '') return { field: 'password', message: '请输入密码' };
  return noCaptcha ? { field: 'captchaCode', message: messages['login.captchaRequired'] } : null;
}

/** Passwords travel as hashes, but over plain http the session itself can be read. */
function Insecure() {
  if (window.isSecureContext) return null;
  return (
    <div className="td-login-insecure">
      <ShieldAlert className="td-ico" />
      {messages['login.insecure']}，请只在可信的内部网络中使用
    </div>
  );
}

interface DemoAccountsProps {
  site: SiteInfo | null;
  busy: boolean;
  login: (account: string, password: string) => void;
}

/** One press enters as a demo user; shown only where the server runs the demonstration. */
function DemoAccounts({ site, busy, login }: DemoAccountsProps) {
  if (!site?.demo || site.demoAccounts.length === 0) return null;
  return (
    <section className="td-login-demo" aria-label="演示账号">
      <h2>演示账号</h2>
      {site.demoAccounts.map(({ account, password, note }) => (
        <button
          key={account}
          type="button"
          className="td-plain"
          disabled={busy}
          onClick={() => login(account, password)}
        >
          <b>{account}</b>
          <span>{password}</span>
          <i>{note}</i>
        </button>
      ))}
    </section>
  );
}
