import { beginFactor, confirmFactor } from '@tongda/contract/base/identity/factor';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button, Modal } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useAct } from '../../../../kit/call/use-act';
import { ActDialog } from '../../../../kit/dialog/form';
import { Qr } from '../../../../kit/show/qr/code';
import { Loading } from '../../../../kit/show/states';
import { CodeInput } from './code-input';
import { RecoveryCodes } from './recovery-codes';
import './styles.css';

type Offered = Output<typeof beginFactor>;

interface EnrolProps {
  /** a code of the factor that is replaced */
  code?: string;
  /** said first: why it must be done, and the way out */
  why?: ReactNode;
  done: () => unknown;
  /** absent: it must be done */
  close?: () => void;
}

/** 开启二次验证: the QR, the first code of the app, the recovery codes. Asks for the password first where that was long ago. */
export function EnrolDialog({ code, why, done, close }: EnrolProps) {
  const [offered, setOffered] = useState<Offered | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [refused, setRefused] = useState(false);
  const begin = useAct(beginFactor, {
    how: { quiet: true },
    done: setOffered,
    failed: () => {
      if (close) close();
      else setRefused(true);
      // what went wrong is told as everywhere
      return false;
    },
  });
  const ask = (): void => {
    setRefused(false);
    void begin.run({ code });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens
  useEffect(ask, []);
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        close={() => {
          void done();
          close?.();
        }}
      />
    );
  if (offered) return <Scan offered={offered} why={why} shown={setCodes} close={close} />;
  return (
    <Modal open title="二次验证" width={440} footer={null} closable={close !== undefined} onCancel={close}>
      {why}
      {refused ? (
        <>
          <p className="base-identity-password-note">企业要求二次验证：请先验证登录密码，再绑定手机上的验证器</p>
          <Button type="primary" onClick={ask}>
            验证密码
          </Button>
        </>
      ) : (
        <Loading />
      )}
    </Modal>
  );
}

interface ScanProps {
  offered: Offered;
  why?: ReactNode;
  shown: (codes: readonly string[]) => void;
  close?: () => void;
}

function Scan({ offered, why, shown, close }: ScanProps) {
  const [code, setCode] = useState('');
  const act = useAct(confirmFactor, { told: '二次验证已开启', done: ({ recoveryCodes }) => shown(recoveryCodes) });
  return (
    <ActDialog
      act={act}
      input={/^\d{6}$/u.test(code) ? { code } : null}
      touched={false}
      enter
      stay
      close={() => close?.()}
      must={close === undefined}
      title="绑定验证器"
      width={440}
      okText="完成"
    >
      {why}
      <ol className="base-identity-factor-steps">
        <li>在手机上安装任一验证器应用（支持TOTP，如微信小程序“腾讯身份验证器”、Microsoft Authenticator），无需联网</li>
        <li>
          用验证器扫描二维码，或手工输入密钥
          <div className="base-identity-factor-qr">
            <Qr value={offered.uri} size={168} edge />
            <code>{offered.secret.replace(/(.{4})(?=.)/gu, '$1 ')}</code>
          </div>
        </li>
        <li>输入验证器显示的6位数字</li>
      </ol>
      <CodeInput value={code} change={(text) => setCode(text.replace(/\D/gu, ''))} />
    </ActDialog>
  );
}
