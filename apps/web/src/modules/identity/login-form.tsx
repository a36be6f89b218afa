import { messages } from '@tongda/contract/messages';
import { href, routes } from '@tongda/contract/routes';
import { Button, Checkbox, Input, type InputRef } from 'antd';
import { CircleAlert, LockKeyhole, RotateCw, ShieldAlert, User } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SiteInfo } from './login-page';
import { type LoginFailure, useLogin } from './use-login';

const rememberKey = 'td.account';

interface LoginFormProps {
  name: string;
  site: SiteInfo | null;
  target: string;
}

/** Account and password; a captcha when the server asks for one. Enter submits. */
export function LoginForm({ name, site, target }: LoginFormProps) {
  const { captcha, renewCaptcha, busy, failure, enter } = useLogin();
  const remembered = localStorage.getItem(rememberKey) ?? '';
  const [account, setAccount] = useState(remembered);
  const [password, setPassword] = useState('');
  const [captchaCode, setCaptchaCode] = useState('');
  const [remember, setRemember] = useState(remembered !== '');
  const [missing, setMissing] = useState<LoginFailure | null>(null);
  const first = useRef<InputRef>(null);
  const second = useRef<InputRef>(null);
  const navigate = useNavigate();
  const problem = missing ?? failure;
  useEffect(() => (remembered ? second : first).current?.focus(), [remembered]);

  const login = async (user: string, secret: string): Promise<void> => {
    setMissing(null);
    if (!(await enter(user, secret, captchaCode))) {
      setCaptchaCode('');
      return;
    }
    if (remember) localStorage.setItem(rememberKey, user.trim());
    else localStorage.removeItem(rememberKey);
    // The location page lives in the window of this name.
    if (target === href(routes.communityHome, 'community')) window.name = 'location';
    await navigate(target, { replace: true });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const lacking = incomplete(account, password, captcha !== null && !captchaCode);
    setMissing(lacking);
    if (lacking === null) void login(account, password);
  };
  return (
    <form className="td-login-form" onSubmit={submit} noValidate>
      <h1>登录{name}</h1>
      <p className="td-login-sub">使用企业账号进入工作台</p>
      <div className="td-login-way">账号登录</div>
      <Field label="账号 / 手机号" problem={problem?.field === 'username' ? problem.message : ''}>
        {(id) => (
          <Input
            id={id}
            ref={first}
            size="large"
            prefix={<User />}
            value={account}
            maxLength={30}
            autoComplete="username"
            status={problem?.field === 'username' ? 'error' : undefined}
            onChange={(event) => setAccount(event.target.value)}
          />
        )}
      </Field>
      <Field label="密码" problem={problem?.field === 'password' ? problem.message : ''}>
        {(id) => (
          <Input.Password
            id={id}
            ref={second}
            size="large"
            prefix={<LockKeyhole />}
            value={password}
            maxLength={32}
            autoComplete="current-password"
            status={problem?.field === 'password' ? 'error' : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {captcha ? (
        <Field label="图形验证码" problem={problem?.field === 'captchaCode' ? problem.message : ''}>
          {(id) => (
            <div className="td-login-captcha">
              <Input
                id={id}
                size="large"
                value={captchaCode}
                maxLength={6}
                autoComplete="off"
                status={problem?.field === 'captchaCode' ? 'error' : undefined}
                onChange={(event) => setCaptchaCode(event.target.value)}
              />
              <button type="button" className="td-plain" title="看不清，换一张" onClick={renewCaptcha}>
                <img src={captcha} alt="图形验证码" />
                <RotateCw className="td-ico" />
              </button>
            </div>
          )}
        </Field>
      ) : null}
      {problem?.field === null ? (
        <div className="td-login-problem" role="alert">
          <CircleAlert className="td-ico" />
          {problem.message}
        </div>
      ) : null}
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

function incomplete(account: string, password: string, noCaptcha: boolean): LoginFailure | null {
  if (account.trim().length < 2) return { field: 'username', message: '请输入账号或手机号' };
  if (password === '') return { field: 'password', message: '请输入密码' };
  return noCaptcha ? { field: 'captchaCode', message: messages['login.captchaRequired'] } : null;
}

function Field(props: { label: string; problem: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="td-login-field">
      <label htmlFor={id}>{props.label}</label>
      {props.children(id)}
      {props.problem ? (
        <div className="td-login-problem" role="alert">
          <CircleAlert className="td-ico" />
          {props.problem}
        </div>
      ) : null}
    </div>
  );
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

/** One press enters as a demo user; shown only where the server runs the demonstration. */
function DemoAccounts(props: {
  site: SiteInfo | null;
  busy: boolean;
  login: (account: string, password: string) => void;
}) {
  const { site, busy, login } = props;
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
