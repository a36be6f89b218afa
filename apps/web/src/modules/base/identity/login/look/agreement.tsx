import { message } from '@tongda/contract/core/messages';
import { Checkbox } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { confirm } from '../../../../../kit/dialog/notify';

const agreedKey = 'td.agreed';
/** Version of the texts; a new one asks every user for consent again. */
const version = '2026-11';
const LegalDialog = lazy(() => import('./legal-dialog').then((m) => ({ default: m.LegalDialog })));

type Doc = 'terms' | 'privacy';

/** Whether the agreement was accepted in this browser; `ask` asks for it before a login. */
export function useAgreement() {
  const [agreed, setAgreed] = useState(() => localStorage.getItem(agreedKey) === version);
  const change = (yes: boolean): void => {
    setAgreed(yes);
    if (yes) localStorage.setItem(agreedKey, version);
    else localStorage.removeItem(agreedKey);
  };
  const ask = async (): Promise<boolean> => {
    if (agreed) return true;
    const yes = await confirm({ title: '服务协议', content: message('login.agreement'), ok: '同意并登录' });
    if (yes) change(true);
    return yes;
  };
  return { agreed, change, ask };
}

/** The two documents as links that open them. */
export function LegalLinks() {
  const [open, setOpen] = useState<Doc | null>(null);
  const link = (doc: Doc, text: string) => (
    <button type="button" className="td-plain base-identity-login-link" onClick={() => setOpen(doc)}>
      {text}
    </button>
  );
  return (
    <>
      {link('terms', '《用户协议》')}和{link('privacy', '《隐私政策》')}
      {open ? (
        <Suspense>
          <LegalDialog doc={open} close={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

export function AgreementRow({ agreed, change }: { agreed: boolean; change: (yes: boolean) => void }) {
  return (
    <div className="base-identity-login-agree">
      <Checkbox checked={agreed} onChange={(event) => change(event.target.checked)}>
        我已阅读并同意
      </Checkbox>
      <LegalLinks />
    </div>
  );
}
