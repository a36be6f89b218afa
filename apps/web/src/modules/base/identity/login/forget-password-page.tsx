import type { PasswordRule } from '@tongda/contract/base/identity/password-rule';
import { checkResetCode, resetPassword } from '@tongda/contract/base/identity/sms';
import { patterns } from '@tongda/contract/core/field/patterns';
import { message } from '@tongda/contract/core/messages';
import { href, routes } from '@tongda/contract/shell/routes';
import { Button } from 'antd';
import { Check, CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../../kit/call/api';
import { ApiError } from '../../../../kit/call/api-error';
import { PasswordFields } from '../password/fields';
import { usePasswordForm } from '../password/use-form';
import { LoginFrame } from './look/frame';
import { useSite } from './look/use-site';
import { PhoneCodeFields } from './way/phone-code-fields';
import type { LoginFailure } from './way/use-enter';

const steps = ['验证手机', '设置新密码', '完成'] as const;
const fields = ['newPwd', 'confirm'] as const;

interface Proof {
  resetToken: string;
  accountCode: string;
  pwdRule: PasswordRule;
}

/** /community/forgetPassword: phone and code, the new password, done. */
export function ForgetPasswordPage() {
  const [proof, setProof] = useState<Proof | null>(null);
  const [done, setDone] = useState(false);
  const site = useSite(null);
  const at = done ? 2 : proof ? 1 : 0;
  return (
    <LoginFrame site={site} title="找回密码">
      <h1>找回密码</h1>
      <p className="base-identity-login-sub">通过账号绑定的手机号设置新密码</p>
      <ol className="base-identity-login-steps">
        {steps.map((name, step) => (
          <li key={name} aria-current={step === at ? 'step' : undefined} data-done={step < at}>
            <i>{step < at ? <Check /> : step + 1}</i>
            {name}
          </li>
        ))}
      </ol>
      {done ? (
        <Done />
      ) : proof ? (
        <NewPassword proof={proof} done={() => setDone(true)} again={() => setProof(null)} />
      ) : (
        <Phone proven={setProof} />
      )}
      {done ? null : (
        <Link className="base-identity-login-back" to={href(routes.login, 'community')}>
          返回登录
        </Link>
      )}
    </LoginFrame>
  );
}

function Phone({ proven }: { proven: (proof: Proof) => void }) {
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<LoginFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!patterns.phone.regex.test(phone)) return setProblem({ field: 'phone', message: patterns.phone.message });
    if (!/^\d{6}$/u.test(code)) return setProblem({ field: 'code', message: '请输入6位短信验证码' });
    setBusy(true);
    setProblem(null);
    try {
      proven(await call(checkResetCode, { phone, code }, { quiet: true }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem({ field: 'code', message: error.message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <PhoneCodeFields
        phone={phone}
        setPhone={setPhone}
        purpose="reset"
        code={code}
        setCode={setCode}
        problem={problem}
        setProblem={setProblem}
      />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className="base-identity-login-go">
        下一步
      </Button>
    </form>
  );
}

function NewPassword({ proof, done, again }: { proof: Proof; done: () => void; again: () => void }) {
  const { values, findings, busy, change, submit } = usePasswordForm(
    fields,
    async ({ newPwd }) => {
      try {
        await call(resetPassword, { resetToken: proof.resetToken, newPwd });
      } catch (error) {
        // The proof is good for ten minutes only.
        if (error instanceof ApiError && error.errors.some(({ field }) => field === 'resetToken')) again();
        throw error;
      }
    },
    proof.pwdRule,
  );
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await submit()) done();
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <p className="base-identity-login-who">
        账号 <b>{proof.accountCode}</b>
      </p>
      <PasswordFields fields={fields} values={values} findings={findings} change={change} rule={proof.pwdRule} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className="base-identity-login-go">
        设置新密码
      </Button>
    </form>
  );
}

function Done() {
  const navigate = useNavigate();
  return (
    <div className="base-identity-login-done">
      <CircleCheck />
      <h2>{message('pwd.ok')}</h2>
      <p>请用新密码登录，其他设备上的登录已全部退出</p>
      <Button
        type="primary"
        size="large"
        block
        autoFocus
        onClick={() => void navigate(href(routes.login, 'community'), { replace: true })}
      >
        去登录
      </Button>
    </div>
  );
}
