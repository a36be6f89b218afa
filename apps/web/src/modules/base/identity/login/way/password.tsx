import { href, routes } from '@tongda/contract/shell/routes';
import { Button, Checkbox, type InputRef } from 'antd';
import { LockKeyhole, User } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { SiteInfo } from '../look/use-site';
import { LoginField, Problem } from './fields';
import type { Enter, LoginFailure } from './use-enter';
import { usePasswordLogin } from './use-password';

const rememberKey = 'td.account';

interface PasswordLoginProps {
  way: Enter;
  site: SiteInfo | null;
  /** agreement row */
  children: ReactNode;
  /** resolves false when the agreement is declined */
  agreed: () => Promise<boolean>;
}

/** Account and password. Enter submits; after failures the browser proves some work by itself first. */
export function PasswordLogin({ way, site, children, agreed }: PasswordLoginProps) {
  const { proving, login } = usePasswordLogin(way);
  const remembered = localStorage.getItem(rememberKey) ?? '';
  const [account, setAccount] = useState(remembered);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(remembered !== '');
  const [missing, setMissing] = useState<LoginFailure | null>(null);
  const [first, second] = useFirstFocus(remembered !== '');
  const problem = missing ?? way.failure;
  const busy = way.busy || proving;

  const enter = async (user: string, secret: string): Promise<void> => {
    if (!(await agreed())) return;
    if (remember) localStorage.setItem(rememberKey, user.trim());
    else localStorage.removeItem(rememberKey);
    await login(user, secret);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const lacking = findMissing(account, password);
    setMissing(lacking);
    if (lacking === null) void enter(account, password);
  };
  return (
    <form onSubmit={submit} noValidate>
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
        aside={<Link to={href(routes.forgetPassword, 'community')}>忘记密码</Link>}
      />
      {problem?.field === null ? <Problem text={problem.message} /> : null}
      <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
        记住账号
      </Checkbox>
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className="base-identity-login-go">
        {proving ? '正在进行安全验证' : '登录'}
      </Button>
      {children}
      <DemoAccounts site={site} busy={busy} login={(user, secret) => void enter(user, secret)} />
    </form>
  );
}

/** Focuses the first field that is still empty. */
function useFirstFocus(accountKnown: boolean) {
  const first = useRef<InputRef>(null);
  const second = useRef<InputRef>(null);
  useEffect(() => (accountKnown ? second : first).current?.focus(), [accountKnown]);
  return [first, second] as const;
}

function findMissing(account: string, password: string): LoginFailure | null {
  if (account.trim().length < 2) return { field: 'username', message: '请输入账号或手机号' };
  return password === '' ? { field: 'password', message: '请输入密码' } : null;
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
    <section className="base-identity-login-demo" aria-label="演示账号">
      <h2>演示账号</h2>
      {site.demoPreparing ? <p role="status">首次启动，正在写入演示企业，约半分钟后可以登录</p> : null}
      {site.demoAccounts.map(({ account, password, note }) => (
        <button
          key={account}
          type="button"
          className="td-plain"
          disabled={busy || site.demoPreparing}
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
