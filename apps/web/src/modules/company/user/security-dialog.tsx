import { companySecurity, companySecurityHis, saveCompanySecurity } from '@tongda/contract/company/user/security';
import type { Output } from '@tongda/contract/core/endpoint';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { HistoryDrawer } from '../../../kit/detail/change-history';
import { ActBar } from '../../../kit/dialog/act-bar';
import { useSession } from '../../../kit/session/user';
import { shortTime } from '../../../kit/show/format';
import { ErrorState, Loading } from '../../../kit/show/states';
import { RuleLines, type RulesDraft, ruleFields, wholeRules } from './security-rules';
import './styles.css';

type Security = Output<typeof companySecurity>;

/** 登录安全: rules of sessions, passwords and locking. Administrators change them; others who manage users may only read. */
export function SecurityDialog({ close }: { close: () => void }) {
  const asked = useAsk(companySecurity, undefined, { own: 'edit' });
  if (asked.data) return <Form loaded={asked.data} renew={() => asked.refetch({ throwOnError: true })} close={close} />;
  return (
    <Modal open title="登录安全" width={560} footer={null} onCancel={close}>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : <Loading />}
    </Modal>
  );
}

interface FormProps {
  loaded: Security;
  renew: () => Promise<unknown>;
  close: () => void;
}

function Form({ loaded, renew, close }: FormProps) {
  const [rules, setRules] = useState<RulesDraft>(loaded);
  const set = (part: Partial<RulesDraft>): void => setRules((before) => ({ ...before, ...part }));
  const { multiLogin } = rules;
  const [history, setHistory] = useState(false);
  const company = useSession((state) => state.user?.clientId ?? '');
  const whole = wholeRules(rules);
  const changed = ruleFields.some((field) => rules[field] !== loaded[field]);
  const ends = loaded.multiLogin && !multiLogin ? loaded.several : 0;
  const save = useAct(saveCompanySecurity, {
    ...(ends > 0
      ? {
          sure: {
            title: `${ends}个用户正在多处登录`,
            content: '关闭后每个用户只保留最近一次登录，其余电脑会提示“强制退出”。',
            ok: '关闭多端登录',
            danger: true,
          },
        }
      : {}),
    told: ({ ended }) => (ended > 0 ? `已保存，${ended}处登录已退出` : '登录安全设置已保存'),
    stale: [companySecurity],
    fresh: renew,
    done: close,
  });
  return (
    <Modal
      open
      title="登录安全"
      width={560}
      onCancel={close}
      styles={{ body: { maxHeight: 'calc(100vh - 260px)', overflowY: 'auto' } }}
      footer={
        loaded.editable ? (
          <>
            <Button onClick={close}>取消</Button>
            <Button
              type="primary"
              loading={save.busy}
              disabled={!changed || !whole}
              onClick={() => whole && void save.run({ ...whole, version: loaded.version })}
            >
              保存
            </Button>
          </>
        ) : (
          <Button onClick={close}>关闭</Button>
        )
      }
    >
      <ActBar of={save} />
      <RuleLines
        rules={rules}
        set={set}
        editable={loaded.editable}
        overdue={loaded.overdue}
        withoutFactor={loaded.withoutFactor}
      />
      <p className="td-cap company-user-setting-foot">
        {loaded.editable ? null : '只有企业管理员可以修改。'}
        {loaded.updateTime ? `最近修改 ${shortTime(loaded.updateTime)}　` : '还没有修改过　'}
        <button type="button" className="td-plain kit-table-word" onClick={() => setHistory(true)}>
          变更记录
        </button>
      </p>
      {history ? (
        <HistoryDrawer of={companySecurityHis} id={company} name="登录安全" close={() => setHistory(false)} />
      ) : null}
    </Modal>
  );
}
