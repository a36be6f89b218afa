import { endFactor, factorInfo, renewRecoveryCodes } from '@tongda/contract/base/identity/factor';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../../kit/call/use-act';
import { useAsk } from '../../../../kit/call/use-ask';
import { shortTime } from '../../../../kit/show/format';
import { ChangeDialog, CodeDialog } from './code-dialog';
import { EnrolDialog } from './enrol-dialog';
import { RecoveryCodes } from './recovery-codes';

type Open =
  | { what: 'enrol'; code?: string }
  | { what: 'change' | 'renew' | 'off' }
  | { what: 'codes'; codes: string[] };

/** 二次验证 in 个人信息: whether it is on, how many recovery codes are left, and what one can do with it. */
export function FactorLine({ changed }: { changed: () => Promise<void> }) {
  const asked = useAsk(factorInfo, undefined);
  const [open, setOpen] = useState<Open | null>(null);
  const info = asked.data;
  const close = (): void => setOpen(null);
  const done = async (): Promise<void> => {
    await Promise.all([asked.refetch(), changed()]);
  };
  if (!info) return null;
  return (
    <>
      {info.enabled ? (
        <Tooltip title={info.since ? `${shortTime(info.since)}开启` : ''}>
          <span>已开启，恢复码剩余{info.codesLeft}个</span>
        </Tooltip>
      ) : (
        '未开启'
      )}
      {info.enabled ? (
        <>
          <Button type="link" onClick={() => setOpen({ what: 'change' })}>
            更换
          </Button>
          <Button type="link" onClick={() => setOpen({ what: 'renew' })}>
            恢复码
          </Button>
          {info.required ? null : (
            <Button type="link" onClick={() => setOpen({ what: 'off' })}>
              关闭
            </Button>
          )}
        </>
      ) : (
        <Button type="link" onClick={() => setOpen({ what: 'enrol' })}>
          开启
        </Button>
      )}
      <Dialogs open={open} setOpen={setOpen} done={done} close={close} />
    </>
  );
}

interface DialogsProps {
  open: Open | null;
  setOpen: (open: Open | null) => void;
  done: () => Promise<void>;
  close: () => void;
}

function Dialogs({ open, setOpen, done, close }: DialogsProps) {
  const renew = useAct(renewRecoveryCodes, {
    done: ({ recoveryCodes }) => setOpen({ what: 'codes', codes: recoveryCodes }),
  });
  const off = useAct(endFactor, { told: '二次验证已关闭', done: () => done().then(close) });
  switch (open?.what) {
    case 'enrol':
      return <EnrolDialog code={open.code} done={done} close={close} />;
    case 'codes':
      return <RecoveryCodes codes={open.codes} close={() => void done().then(close)} />;
    case 'change':
      return <ChangeDialog next={(code) => setOpen({ what: 'enrol', code })} close={close} />;
    case 'renew':
      return (
        <CodeDialog
          act={renew}
          title="重新生成恢复码"
          note="原有的恢复码全部失效，新的只显示一次。"
          okText="生成"
          close={close}
        />
      );
    case 'off':
      return (
        <CodeDialog
          act={off}
          title="关闭二次验证"
          note="关闭后凭密码即可登录，恢复码一并失效。"
          okText="关闭二次验证"
          close={close}
        />
      );
    default:
      return null;
  }
}
